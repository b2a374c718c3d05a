import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether party B answered on the device of party A, as far as that is known. */
export class DeviceMatches1764018000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table consents add column device_match text check (device_match in ('same', 'alike'));
      alter table confirmations add column device_match text check (device_match in ('same', 'alike'));
      update consents c set device_match = 'alike' from agreement_events e
       where e.agreement_id = c.agreement_id and e.type = 'recorded'
         and e.address = c.address and e.device = c.device;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table consents drop column device_match;
      alter table confirmations drop column device_match;
    `);
  }
}
