export * from './mailbox/mail-trap.js';
export * from './mailbox/mailbox.js';
export * from './openai/openai.stand-in.js';
export * from './stripe/stripe.stand-in.js';
