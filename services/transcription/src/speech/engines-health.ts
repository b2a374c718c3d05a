import { Injectable } from '@nestjs/common';
import { HealthRegistry } from '#platform';
import { SpeechEngines } from './speech-engines.js';

/** The languages of the product: for these operators see at once which engine would be asked. */
const SHOWN = ['en', 'es'] as const;

/** Tells operators which engine is asked, and which better ones are not. None of them keeps the service from its work. */
@Injectable()
export class EnginesHealth {
  constructor(engines: SpeechEngines, health: HealthRegistry) {
    health.add('engines', async () => ({
      engines: engines.states(),
      uses: Object.fromEntries(SHOWN.map((language) => [language, engines.choose([language])?.name ?? null])),
    }));
  }
}
