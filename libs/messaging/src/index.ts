export * from './dead-letters.js';
export * from './messaging.module.js';
export * from './on-event.js';
export * from './publisher.js';
export * from './topic.strategy.js';
export * from './topology.js';
