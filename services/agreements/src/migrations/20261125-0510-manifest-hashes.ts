import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Anybody may ask for a hash that is of no part: it is looked for among the manifests, without reading all of them. */
export class ManifestHashes1764047400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index seals_manifest_sha256 on seals (manifest_sha256)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index seals_manifest_sha256');
  }
}
