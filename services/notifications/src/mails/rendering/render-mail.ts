import { render } from '@react-email/components';
import { createElement } from 'react';
import { MailLayout } from './layout.js';
import type { AttachedFile, Block, LanguageOffer, MailContent, Row } from './mail.content.js';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  attachments: AttachedFile[];
}

/** A mail as it is sent: HTML and plain text of the same content; `offers` are how to get mails in other languages. */
export async function renderMail(
  content: MailContent,
  offers: readonly LanguageOffer[] = [],
): Promise<RenderedMail> {
  return {
    subject: content.subject,
    html: await render(createElement(MailLayout, { content, offers })),
    text: plainText(content, offers),
    attachments: content.attachments ?? [],
  };
}

/** The plain-text part: a text of its own, not the HTML without its tags. */
export function plainText(content: MailContent, offers: readonly LanguageOffer[]): string {
  const { texts } = content.wording;
  const offered = (isFirst: boolean) =>
    offers
      .filter((offer) => offer.isFirst === isFirst)
      .map(({ lead, label, url }) => `${lead} ${label}:\n${url}`);
  const head = [content.title, '='.repeat([...content.title].length), content.reference, content.deal];
  const parts = [
    head.filter((line) => line !== null && line !== undefined).join('\n'),
    ...offered(true),
    ...content.blocks.map(block),
    underlined(texts.whyTitle),
    content.why,
    ...offered(false),
    `-- \n${texts.product}\n${content.publicUrl}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function block(part: Block): string {
  switch (part.kind) {
    case 'text':
    case 'notice':
      return part.text;
    case 'small':
      return part.lines.join('\n');
    case 'heading':
      return underlined(part.title);
    case 'facts':
      return table(part.total ? [...part.rows, part.total] : part.rows);
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'link':
      return `${part.lead} ${part.label}:\n${part.url}`;
    case 'code':
      return `    ${part.digits}`;
    case 'quote':
      // Marked line by line, so that nobody's words can pass for ours.
      return part.lines.map((line) => `> ${line}`.trimEnd()).join('\n');
    case 'turns':
      return part.lines
        .map(({ time, speaker, text }) =>
          speaker === null ? `[${time}] ${text}` : `[${time}] ${speaker}\n${text}`,
        )
        .join('\n\n');
    case 'prints':
      return part.rows.map(({ label, value }) => `${label}\n${value}`).join('\n\n');
  }
}

function underlined(title: string): string {
  return `${title}\n${'-'.repeat([...title].length)}`;
}

function table(rows: Row[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length)) + 2;
  return rows.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`).join('\n');
}
