import { printLine } from './console.js';
import { localRun, main } from './local-run.js';
import { serviceNames } from './settings.js';

interface Migrations {
  migrate(databaseUrl: string): Promise<void>;
}

/** Brings every service's database to the newest version, one after the other. */
await main(async () => {
  // In the image the environment is given; in a checkout it is that of the local run.
  const env = process.env.PROFILE ? process.env : localRun().env;
  for (const name of serviceNames) {
    const variable = `${name.toUpperCase()}_DATABASE_URL`;
    const url = env[variable];
    if (!url) throw new Error(`${variable} is not set`);
    const place = new URL(`../../services/${name}/src/migrate.js`, import.meta.url);
    const { migrate } = (await import(place.href)) as Migrations;
    await migrate(url);
    printLine(`${name}: migrated`);
  }
  return 0;
});
