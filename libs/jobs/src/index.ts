export * from './define-job.js';
export * from './job-board.js';
export * from './job-rows.js';
export * from './job-runner.js';
export * from './jobs.js';
export * from './jobs.module.js';
export * from './redis.js';
export * from './schedules.js';
