import { expect } from '@playwright/test';
import { Journey, RELIABLE_WORDS } from '#testing';
import { newDeal, storedRecordings } from '../browser/drafts/drafts.js';
import { required } from '../browser/pages.js';
import { linkTo, PASSWORD, PLAYER_READY, paidRemoteContract, soundOf } from '../browser/people.js';
import { test } from './device.js';
import { expectPrepared, FORMATS, ownFormat, prepared, startRecording } from './recording.js';

test('two people at one table record, hear it, save, pay, and read and hear what was said', async ({
  device,
}, info) => {
  const deal = newDeal();
  const said = required('SPOKEN_WAV');
  await device.open('/record-voice-deal');
  await startRecording(device, deal);
  await device.room.speak(said);
  await device.press('button', 'Stop');
  await device.sees('Review Recording');
  await device.press('button', /^Play/);
  await device.room.heard();
  const own = await ownFormat(device);
  await device.press('button', 'Continue to Payment');
  await device.sees('Safe on our server');
  const [{ agreementId } = { agreementId: '' }] = await storedRecordings(deal);

  await device.press('link', 'Create Account');
  await device.fill('Username', 'Anna Miller');
  await device.fill('Password', PASSWORD);
  await device.fill('Confirm Password', PASSWORD);
  await device.press('button', 'Create Account');
  await device.press('radio', /^Succeeds/);
  await device.press('button', /^Pay \$5\.00/);

  await device.sees('Completed', 180_000);
  await device.press('button', /View contract/);
  await device.sees('two thousand dollars');
  await device.press('button', 'Play Audio');
  await device.room.heard();

  await expectPrepared(device.engine, own, await prepared(agreementId, 'a'));
  const anna = new Journey(required('SYSTEM_URL'), { email: deal.emailA, password: PASSWORD });
  await anna.signup();
  const { text } = await anna.transcript(agreementId);
  info.annotations.push({ type: 'written down', description: text });
  const heard = RELIABLE_WORDS.filter((words) => text.toLowerCase().includes(words));
  expect(heard.length, text).toBeGreaterThanOrEqual(2);
});

test('party B opens the mailed link far away, hears the offer, and agrees with an own recording', async ({
  device,
}, info) => {
  const { anna, saved } = await paidRemoteContract();
  await device.open(await linkTo(anna.emailB));
  await device.sees('Voice Contract Invitation');
  await device.press('button', /^Play/);
  await device.room.heard();
  await device.press('button', /^Pause/);
  await device.tickAll();
  await device.press('button', 'Accept & Record Consent');
  await device.sees('Recording Your Consent');
  await device.press('button', 'Start Recording');
  await device.sees('Recording in progress...');
  await device.room.speak(required('CONSENT_WAV'));
  await device.press('button', 'Stop');
  await device.sees('Review Your Consent');
  await device.press('button', 'Send Consent');
  await device.sees('Your consent is recorded');

  await anna.reaches(saved.agreementId, 'completed', 180_000);
  const found = await prepared(saved.agreementId, 'b');
  info.annotations.push({ type: 'consent', description: `${found.mime}, ${found.seconds} s` });
  expect(found.mime).toBe(FORMATS[device.engine].mime);
  // What was said takes more than eight seconds.
  expect(found.seconds).toBeGreaterThan(8);

  // The mail leads to the file itself, for which each browser has a player of its own.
  await device.openFile(await soundOf(saved, anna.emailB));
  await expect.poll(() => device.evaluate<number>(PLAYER_READY), { timeout: 30_000 }).toBeGreaterThan(1);
});
