import { checkConfigurations, makeLogins, migrateDatabases } from './preparation.js';

/** What the image does once before its services start: refuse a bad configuration, migrate, make the logins. */
const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

try {
  await checkConfigurations(process.env);
  await migrateDatabases(process.env, log);
  // Anybody may have signed up with ADMIN_EMAIL: that is said, and the product starts all the same.
  await makeLogins(process.env, log);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
