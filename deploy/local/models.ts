import { loadConfig } from '#platform';
import { TranscriptionConfig } from '../../services/transcription/src/config.js';
import { modelsFrom } from '../../services/transcription/src/speech/speech.module.js';
import { printLine } from './console.js';
import { localRun, main } from './local-run.js';

const EVERY_PERCENT = 10;

/**
 * `make models`: fetches the speech models of the local run now, or waits for whoever fetches them already, and says how
 * each is. Exit code 0 when all are there.
 */
await main(async () => {
  const { env } = localRun();
  const mode = env.MODELS === 'off' ? 'auto' : env.MODELS;
  const config = loadConfig(TranscriptionConfig, 'transcription', {
    ...env,
    MODELS: mode,
    SPEECH_ENGINE: 'neural',
  });
  const models = await modelsFrom(config, { info: () => undefined, warn: () => undefined });
  await models.look();
  let told = '';
  let failure: string | null = null;
  const progress = ({ title, bytes: all }: { title: string; bytes: number }, bytes: number): void => {
    const percent = Math.floor((bytes / all) * (100 / EVERY_PERCENT)) * EVERY_PERCENT;
    const line = `  ${title}: ${percent} % of ${Math.ceil(all / 1e6)} MB`;
    if (line !== told) printLine(line);
    told = line;
  };
  const held = (): void =>
    printLine('The running product fetches them (make status says how far it is). Waiting for it …');
  await models.install(AbortSignal.any([]), progress, held).catch((error: unknown) => {
    failure = error instanceof Error ? error.message : String(error);
  });
  await models.look();
  for (const { title, status, detail } of models.states()) {
    printLine(`  ${title}: ${status}${detail === null ? '' : `, ${detail}`}`);
  }
  if (failure !== null) printLine(`Not all could be fetched: ${failure}`);
  const isWhole = models.states().every(({ status }) => status === 'ready' || status === 'off');
  return failure === null && isWhole ? 0 : 1;
});
