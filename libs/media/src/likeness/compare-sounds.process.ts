import { compareSounds, type SoundsWanted } from './compare-sounds.js';

/**
 * The process in which recordings are compared, beside the service: a second of calculation must not keep it from
 * anything else. It answers once and ends; it ends as well when nobody is there to take the answer.
 */
process.once('message', (wanted: SoundsWanted) => {
  compareSounds(wanted).then(
    (answer) => process.send?.({ answer }, () => process.disconnect()),
    (error: unknown) => process.send?.({ failure: String(error) }, () => process.disconnect()),
  );
});
process.once('disconnect', () => process.exit());
