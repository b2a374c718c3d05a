import { Module } from '@nestjs/common';
import { FileTransfers } from './file-transfers.js';
import { IncomingBodies } from './incoming-bodies.js';
import { Limits } from './limits.js';

export { FileTransfers } from './file-transfers.js';
export { IncomingBodies, SMALL_BODY, UPLOAD } from './incoming-bodies.js';
export { type CallKind, Limits } from './limits.js';

const providers = [FileTransfers, IncomingBodies, Limits];

/** How much one address may ask for, and how fast what it sends and takes has to pass. */
@Module({ providers, exports: providers })
export class LimitsModule {}
