import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether two recordings of one agreement sound like one person; of transcripts made before, nobody has compared them. */
export class VoiceMatches1764017400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table transcripts add column voice_match text
         check (voice_match in ('alike', 'different', 'unknown'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transcripts drop column voice_match');
  }
}
