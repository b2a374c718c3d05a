import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of what was mailed before nobody says whether party B had it: null, and their address stays as it is. */
export class PartyBReached1764469800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements add column is_party_b_reached boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agreements drop column is_party_b_reached');
  }
}
