import type { EventDefinition } from '../define-event.js';
import { accountChanged, accountCreated, resetRequested } from './accounts.js';
import {
  accessEnding,
  adminActed,
  agreementCancelled,
  agreementCompleted,
  agreementPaid,
  consentGiven,
  contentDeleted,
  invitationExpired,
  invitationIssued,
  invitationOpened,
  paymentRequested,
  recordingStored,
  transcriptRequested,
} from './agreements.js';
import { mailFailed, ticketOpened } from './notifications.js';
import {
  contractCovered,
  heldPaymentChanged,
  manualTranscriptionPaid,
  paymentRefunded,
  paymentRefundFailed,
  paymentSucceeded,
  subscriptionChanged,
} from './payments.js';
import { messageDeadLettered } from './services.js';
import {
  manualDelivered,
  manualOrdered,
  manualOverdue,
  recordingPrepared,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from './transcription.js';

/** Every event of the product. Each has a golden file that must parse forever. */
export const allEvents: readonly EventDefinition[] = [
  accountCreated,
  accountChanged,
  resetRequested,
  recordingStored,
  agreementPaid,
  agreementCompleted,
  agreementCancelled,
  invitationIssued,
  invitationOpened,
  invitationExpired,
  consentGiven,
  paymentRequested,
  accessEnding,
  contentDeleted,
  transcriptRequested,
  adminActed,
  paymentSucceeded,
  subscriptionChanged,
  manualTranscriptionPaid,
  contractCovered,
  paymentRefunded,
  paymentRefundFailed,
  heldPaymentChanged,
  recordingPrepared,
  transcriptProgressed,
  transcriptCompleted,
  transcriptFailed,
  manualOrdered,
  manualDelivered,
  manualOverdue,
  mailFailed,
  ticketOpened,
  messageDeadLettered,
];
