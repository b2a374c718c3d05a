import { Module } from '@nestjs/common';
import { Throttles } from './throttles.js';

export { Throttles } from './throttles.js';

/** How often a call may be tried that can be used for guessing or for flooding a mailbox. */
@Module({ providers: [Throttles], exports: [Throttles] })
export class ThrottlesModule {}
