import { Module } from '@nestjs/common';
import { LOGGER } from '#platform';
import { LANGUAGE_MODEL, LanguageModelModule } from '../language-model.module.js';
import { selectTermsReader } from './model-terms.js';
import { TERMS_READER } from './term.js';

export { checkAmount } from './check-amount.js';
export { findAmounts } from './english/amounts.js';
export { isSaidInShort, readNumber, type Token, tokensOf } from './english/numbers.js';
export { endOfFraction } from './english/twofold.js';
export { isCutNumber, PAUSE_SECONDS } from './passages.js';
export {
  type AmountCheck,
  type DealFacts,
  type Spoken,
  TERMS_READER,
  type Term,
  type TermKind,
  type TermsLanguage,
  type TermsReader,
  termKinds,
  termsLanguage,
} from './term.js';

/** What the parties settled: amounts, dates, names, things and conditions in the words of a transcript. */
@Module({
  imports: [LanguageModelModule],
  providers: [{ provide: TERMS_READER, inject: [LANGUAGE_MODEL, LOGGER], useFactory: selectTermsReader }],
  exports: [TERMS_READER],
})
export class TermsModule {}
