import { type DiarizationTask, diarize } from './diarize.js';

/**
 * The process in which voices are told apart, beside the service: minutes of calculation must not keep it from anything
 * else. It does one recording and ends; it ends as well when nobody is there to take the answer.
 */
process.once('message', (wanted: DiarizationTask) => {
  diarize(wanted).then(
    (answer) => process.send?.({ answer }, () => process.disconnect()),
    (error: unknown) => process.send?.({ failure: String(error) }, () => process.disconnect()),
  );
});
process.once('disconnect', () => process.exit());
