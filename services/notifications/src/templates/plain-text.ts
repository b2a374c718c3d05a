import type { MailView, Row } from './mail.view.js';
import type { ProofView } from './proof.view.js';
import type { ReceiptView } from './receipt.view.js';
import { texts } from './texts.js';

/** The plain-text part of a receipt: a letter, not the HTML without its tags. */
export function receiptText(view: ReceiptView): string {
  return letter(
    view,
    view.test,
    `${view.greeting}\n\n${view.lead}`,
    table([...view.rows, view.total]),
    section(view.nextTitle, ...view.next),
    link(view),
  );
}

/** The plain-text part of a proof mail. */
export function proofText(view: ProofView): string {
  const { transcript, hashes, binding } = view;
  return letter(
    view,
    null,
    `${view.greeting}\n\n${view.lead}`,
    table(view.rows),
    `${link(view)}\n\n${view.access.join('\n')}`,
    section(
      transcript.title,
      transcript.note,
      ...transcript.lines.map(({ time, speaker, text }) =>
        speaker === null ? `[${time}] ${text}` : `[${time}] ${speaker}\n${text}`,
      ),
      transcript.more,
    ),
    section(hashes.title, hashes.lead, ...hashes.rows.map(({ label, value }) => `${label}\n${value}`)),
    section(binding.title, binding.text),
  );
}

function letter(view: MailView, ...parts: (string | null)[]): string {
  const head = `${view.title}\n${'='.repeat([...view.title].length)}\n${view.contract}`;
  const why = section(texts.whyTitle, view.why);
  const foot = `-- \n${texts.product}\n${view.publicUrl}`;
  return `${[head, ...parts, why, foot].filter((part) => part !== null).join('\n\n')}\n`;
}

function section(title: string, ...paragraphs: (string | null)[]): string {
  const body = paragraphs.filter((paragraph) => paragraph !== null).join('\n\n');
  return `${title}\n${'-'.repeat([...title].length)}\n\n${body}`;
}

function table(rows: Row[]): string {
  const width = Math.max(...rows.map(({ label }) => label.length)) + 2;
  return rows.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`).join('\n');
}

function link({ button }: MailView): string {
  return `${button.label}:\n${button.url}`;
}
