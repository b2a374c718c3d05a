import { readFile } from 'node:fs/promises';
import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { languages } from '#contracts';
import { ConfigError, HealthRegistry, LOGGER } from '#platform';
import { type ModelsMode, TranscriptionConfig } from '../config.js';
import { AudioPartsRepository } from './audio-parts.repository.js';
import { builtInManifest, type Manifest, readManifest } from './models/manifest.js';
import { Models } from './models/models.js';
import { SpeechController } from './speech.controller.js';
import { SpeechEngines, selectEngines, usesModels } from './speech-engines.js';
import { SpeechOutage } from './speech-outage.js';
import { Transcriber } from './transcriber.js';

export type { PartsDone } from './audio-parts.js';
export { AudioPartEntity, AudioPartsRepository } from './audio-parts.repository.js';
export {
  languageTag,
  type SpeechEngine,
  SpeechEngineError,
  type SpeechEngineErrorCode,
  type Transcript,
  toTranscript,
} from './speech-engine.js';
export { SpeechEngines } from './speech-engines.js';
export { SpeechOutage } from './speech-outage.js';
export { Transcriber } from './transcriber.js';

/** What of the config is about models. */
type ModelsSettings = Pick<
  TranscriptionConfig,
  'models' | 'modelsDir' | 'modelsUrl' | 'modelsManifest' | 'speechEngine' | 'openaiApiKey'
>;

/** @throws ConfigError when a manifest of one's own cannot be used. */
export async function modelsFrom(
  config: ModelsSettings,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<Models> {
  const manifest = await manifestOf(config);
  // Models that nobody would ask are not worth the traffic.
  const mode: ModelsMode = usesModels({ ...config, engine: config.speechEngine }) ? config.models : 'off';
  const baseUrl = config.modelsUrl ? config.modelsUrl.replace(/\/*$/, '/') : manifest.baseUrl;
  return new Models({ manifest: { ...manifest, baseUrl }, folder: config.modelsDir, mode, logger });
}

async function manifestOf({ modelsManifest }: ModelsSettings): Promise<Manifest> {
  if (!modelsManifest) return builtInManifest;
  try {
    return readManifest(await readFile(modelsManifest, 'utf8'));
  } catch (error) {
    throw new ConfigError(`MODELS_MANIFEST: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Turns sound into words: the engines, the models that one of them needs, and the audio parts that they are given. Models
 * are looked for and fetched while the service runs. Neither a missing model nor a missing engine is an outage: health
 * shows them, and the service goes on with what it has. Of an engine that fails `SpeechOutage` tells.
 */
@Module({
  controllers: [SpeechController],
  providers: [
    {
      provide: Models,
      inject: [TranscriptionConfig, LOGGER],
      useFactory: (config: TranscriptionConfig, logger: Logger) => modelsFrom(config, logger),
    },
    {
      provide: SpeechEngines,
      inject: [TranscriptionConfig, Models, LOGGER],
      useFactory: (config: TranscriptionConfig, models: Models, logger: Logger) =>
        selectEngines({ ...config, engine: config.speechEngine }, models, logger),
    },
    AudioPartsRepository,
    SpeechOutage,
    Transcriber,
  ],
  exports: [SpeechEngines, SpeechOutage, AudioPartsRepository, Transcriber],
})
export class SpeechModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(Models) private readonly models: Models,
    engines: SpeechEngines,
    health: HealthRegistry,
  ) {
    health.add('models', async () => ({ models: models.states() }));
    health.add('engines', async () => ({
      engines: engines.states(),
      // For these operators see at once which engine would be asked.
      uses: Object.fromEntries(
        languages.map((language) => [language, engines.choose([language])?.name ?? null]),
      ),
    }));
  }

  onApplicationBootstrap(): Promise<void> {
    return this.models.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.models.stop();
  }
}
