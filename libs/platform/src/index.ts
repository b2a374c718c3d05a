export * from './access.guard.js';
export {
  BACKUP_LOCK,
  BackupRunsError,
  lockInTransaction,
  oneAtATime,
  unlessBackup,
  unlessBusy,
} from './advisory-locks.js';
export * from './app-error.js';
export * from './clock.js';
export * from './config.js';
export * from './context.js';
export { DatabaseModule, databaseOptions, hotQuery, insertIfNew, inTransaction } from './database.js';
export * from './due.js';
export * from './error.filter.js';
export * from './failpoint.js';
export * from './fields.js';
export * from './file-digest.js';
export * from './health.js';
export * from './internal-calls.js';
export * from './limiter.js';
export * from './logger.js';
export * from './mail-limits.js';
export { type MigrationOptions, runMigrations } from './migrations.js';
export * from './outage.js';
export * from './outages.js';
export * from './paging.js';
export * from './passing-bytes.js';
export * from './production.js';
export * from './prune-rows.js';
export * from './service.js';
export * from './service-token.js';
export * from './service-variables.js';
export * from './signatures.js';
export * from './standstill.js';
export * from './system-health.js';
export * from './text-search.js';
export * from './transaction-scope.js';
export * from './validation.js';
