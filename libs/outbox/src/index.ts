export * from './dead-letters.js';
export * from './inbox.js';
export * from './outbox.js';
export * from './outbox.module.js';
export { republish } from './published.js';
export * from './relay.js';
export * from './tables.js';
