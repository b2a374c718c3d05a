import { Module } from '@nestjs/common';
import { IncomingBodies } from './incoming-bodies.js';
import { Limits } from './limits.js';

export { IncomingBodies, SMALL_BODY, UPLOAD } from './incoming-bodies.js';
export { type CallKind, Limits } from './limits.js';

/** How much one address may ask for, and how fast what it sends has to arrive. */
@Module({ providers: [IncomingBodies, Limits], exports: [IncomingBodies, Limits] })
export class LimitsModule {}
