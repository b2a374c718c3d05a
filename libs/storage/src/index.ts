export * from './disk.store.js';
export * from './free-space.js';
export * from './object-store.js';
export * from './s3.store.js';
export * from './spool.js';
export * from './storage.module.js';
