const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Sent with every page: nothing is loaded from anywhere, and no script runs. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

const STYLE = `
:root { color-scheme: light dark; --paper: #faf8f4; --surface: #fff; --ink: #1d1f1e; --muted: #5d6361; --line: #dedad2; --accent: #0b5d55; --danger: #a3261d; }
@media (prefers-color-scheme: dark) { :root { --paper: #141615; --surface: #1c1f1e; --ink: #ecebe7; --muted: #a3a9a6; --line: #343937; --accent: #6fc7ba; --danger: #f0958c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1360px; padding: 32px 20px 64px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 24px; letter-spacing: -0.02em; margin: 0; }
h2 { font-size: 18px; margin: 32px 0 8px; }
p { color: var(--muted); margin: 4px 0 0; overflow-wrap: anywhere; }
p.notice { margin: 16px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); }
.table { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 8px 12px; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--muted); font-weight: 500; white-space: nowrap; }
td:last-child { white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
td.empty { color: var(--muted); }
code { font: 13px ui-monospace, monospace; }
form { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px; }
button { min-height: 44px; padding: 0 20px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; cursor: pointer; }
button.go { border-color: var(--accent); color: var(--accent); font-weight: 600; }
label { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; max-width: 100%; }
input, select { min-height: 44px; max-width: 100%; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); font: inherit; }
:is(button, input, select):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** A whole page; `body` is markup, everything variable in it already escaped. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** A table under its heading; cells are plain text, the first of each row an id. */
export function table(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  total: number,
): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = rows.map(
    ([id = '', ...cells]) =>
      `<tr><td><code>${escapeHtml(id)}</code></td>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  const empty = `<tr><td class="empty" colspan="${columns.length}">None yet.</td></tr>`;
  const count = total > rows.length ? `newest ${rows.length} of ${total}` : String(total);
  return `<h2>${escapeHtml(heading)} (${count})</h2>
<div class="table" role="region" aria-label="${escapeHtml(heading)}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n') || empty}</tbody></table></div>`;
}

/** Epoch seconds as a date and time of day in UTC. */
export const time = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');

/** `500`, `usd` → `5.00 USD`, with the currency's own number of decimals. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'code' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}
