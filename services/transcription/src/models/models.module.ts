import { readFile } from 'node:fs/promises';
import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { ConfigError, HealthRegistry, LOGGER } from '#platform';
import { TranscriptionConfig } from '../config.js';
import { usesModels } from '../speech/select-engine.js';
import { builtInManifest, type Manifest, readManifest } from './manifest.js';
import { Models, type ModelsMode } from './models.js';

/** What of the config is about models. */
export type ModelsSettings = Pick<
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

/** The speech models of this machine: looked for and fetched while the service runs, and told in its health. */
@Module({
  providers: [
    {
      provide: Models,
      inject: [TranscriptionConfig, LOGGER],
      useFactory: (config: TranscriptionConfig, logger: Logger) => modelsFrom(config, logger),
    },
  ],
  exports: [Models],
})
export class ModelsModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(Models) private readonly models: Models,
    health: HealthRegistry,
  ) {
    // A missing model keeps nobody waiting: it is told, not down.
    health.add('models', async () => ({ models: models.states() }));
  }

  onApplicationBootstrap(): Promise<void> {
    return this.models.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.models.stop();
  }
}
