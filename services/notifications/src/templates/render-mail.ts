import { render } from '@react-email/components';
import { createElement } from 'react';
import type { AttachedFile, LanguageOffer, Letter } from './letter.js';
import { plainText } from './plain-text.js';
import { Sheet } from './sheet.js';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  attachments: AttachedFile[];
}

/** A letter as it is sent: HTML and plain text of the same facts; `offer` is how to get such letters in the other language. */
export async function renderMail(letter: Letter, offer: LanguageOffer | null = null): Promise<RenderedMail> {
  return {
    subject: letter.subject,
    html: await render(createElement(Sheet, { letter, offer })),
    text: plainText(letter, offer),
    attachments: letter.attachments ?? [],
  };
}
