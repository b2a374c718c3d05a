import type { EventDefinition } from '../define-event.js';
import { agreementCompleted, agreementPaid, recordingStored } from './agreements.js';
import { paymentSucceeded } from './payments.js';
import {
  recordingPrepared,
  transcriptCompleted,
  transcriptFailed,
  transcriptProgressed,
} from './transcription.js';

/** Every event of the product. Each has a golden file that must parse forever. */
export const allEvents: readonly EventDefinition[] = [
  recordingStored,
  agreementPaid,
  agreementCompleted,
  paymentSucceeded,
  recordingPrepared,
  transcriptProgressed,
  transcriptCompleted,
  transcriptFailed,
];
