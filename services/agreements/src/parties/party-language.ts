import type { EntityManager } from 'typeorm';
import type { Language } from '#contracts';
import { callerLanguage } from '#platform';
import { AgreementEntity, type ConfirmationVia, type DeviceMatch } from '../agreements/agreements.module.js';

/** How party B came to the page on which something is answered, and whether the device seems to be party A's. */
interface Answering {
  via: ConfirmationVia;
  deviceMatch: DeviceMatch | null;
}

/**
 * Remembers the language of the page that was opened with a mailed key, where none is known: mails to party B are in it.
 * The caller holds the lock on the agreement's row.
 */
export async function rememberFirstLanguage(
  manager: EntityManager,
  agreement: AgreementEntity,
): Promise<void> {
  const language = callerLanguage();
  if (language !== null && agreement.partyBLanguage === null) await write(manager, agreement, language);
}

/**
 * Remembers the language in which party B answers, whatever was known before: the page is first opened in the language of
 * the browser, and who answers on it has chosen what they read. Over party A's screen, which party A can scan as well, only
 * where none is known. Party A's own device in party A's language says nothing of party B. The caller holds the lock on the
 * agreement's row.
 */
export async function rememberLanguageOfAnswer(
  manager: EntityManager,
  agreement: AgreementEntity,
  { via, deviceMatch }: Answering,
): Promise<void> {
  const language = callerLanguage();
  if (language === null || (deviceMatch === 'same' && language === agreement.partyALanguage)) return;
  if (via === 'link' || agreement.partyBLanguage === null) await write(manager, agreement, language);
}

async function write(manager: EntityManager, agreement: AgreementEntity, language: Language): Promise<void> {
  agreement.partyBLanguage = language;
  await manager.update(AgreementEntity, { id: agreement.id }, { partyBLanguage: language });
}
