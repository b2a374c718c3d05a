import 'reflect-metadata';

export * from './claim.js';
export * from './define-event.js';
export * from './errors.js';
export * from './events/accounts.js';
export * from './events/agreements.js';
export * from './events/notifications.js';
export * from './events/payments.js';
export * from './events/registry.js';
export * from './events/services.js';
export * from './events/transcription.js';
export * from './fallback.js';
export * from './ids.js';
export * from './live.js';
export * from './names.js';
export * from './plans.js';
export * from './session.js';
export * from './verification.js';
