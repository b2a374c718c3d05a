export * from './dead-letters.js';
export * from './inbox.js';
export * from './outbox.entities.js';
export * from './outbox.js';
export * from './outbox.module.js';
export { republish } from './outbox.repository.js';
export * from './relay.js';
