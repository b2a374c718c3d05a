import type { CSSProperties } from 'react';

/** Paper and ink. Plain hex values and system fonts: mail clients know neither variables nor our typefaces. */
const color = {
  paper: '#f8f6f0',
  surface: '#fffefb',
  ink: '#1b2524',
  muted: '#56615f',
  line: '#dfdad0',
  accent: '#0d4f47',
  onAccent: '#fdfcf8',
  warn: '#6a4700',
  warnSoft: '#faf0d8',
} as const;

const serif = "Newsreader, Georgia, 'Times New Roman', serif";
const sans = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";
const mono = "ui-monospace, Menlo, Consolas, 'Courier New', monospace";

const text: CSSProperties = {
  margin: 0,
  color: color.ink,
  fontFamily: sans,
  fontSize: 16,
  lineHeight: '24px',
};
const small: CSSProperties = { ...text, color: color.muted, fontSize: 14, lineHeight: '21px' };
const cell: CSSProperties = {
  ...text,
  padding: '9px 0',
  borderTop: `1px solid ${color.line}`,
  verticalAlign: 'top',
};

export const styles = {
  code: {
    ...text,
    margin: '20px 0',
    fontFamily: mono,
    fontSize: 30,
    lineHeight: '36px',
    letterSpacing: '0.2em',
  },
  body: { margin: 0, padding: 0, backgroundColor: color.paper },
  page: { maxWidth: 600, margin: '0 auto', padding: '28px 16px 40px' },
  mark: { width: 32, height: 32, borderRadius: 8, backgroundColor: color.accent },
  bar: { width: 3, borderRadius: 2, backgroundColor: color.onAccent, fontSize: 0, lineHeight: 0 },
  check: {
    color: color.onAccent,
    fontFamily: sans,
    fontSize: 12,
    lineHeight: '16px',
    fontWeight: 700,
    padding: 0,
  },
  product: { ...text, paddingLeft: 10, fontFamily: serif, fontSize: 18, lineHeight: '24px' },
  sheet: {
    marginTop: 20,
    padding: '30px 24px 32px',
    backgroundColor: color.surface,
    border: `1px solid ${color.line}`,
    borderRadius: 12,
  },
  title: {
    ...text,
    fontFamily: serif,
    fontSize: 30,
    lineHeight: '36px',
    fontWeight: 500,
    letterSpacing: '-0.02em',
    overflowWrap: 'anywhere',
  },
  contract: { ...small, marginTop: 6, fontVariantNumeric: 'tabular-nums' },
  text: { ...text, marginTop: 16, overflowWrap: 'anywhere' },
  note: { ...small, marginTop: 14 },
  link: { color: color.accent, textDecoration: 'underline' },
  quote: {
    ...text,
    marginTop: 16,
    paddingLeft: 14,
    borderLeft: `3px solid ${color.line}`,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  heading: { ...text, marginTop: 36, fontFamily: serif, fontSize: 20, lineHeight: '26px', fontWeight: 500 },
  notice: {
    ...small,
    marginTop: 20,
    padding: '10px 14px',
    color: color.warn,
    backgroundColor: color.warnSoft,
    borderRadius: 8,
  },
  table: {
    width: '100%',
    marginTop: 24,
    borderCollapse: 'collapse',
    borderBottom: `1px solid ${color.line}`,
  },
  label: { ...cell, ...small, width: 104, paddingTop: 9, paddingRight: 14, lineHeight: '24px' },
  value: { ...cell, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  strong: { fontWeight: 600 },
  action: { marginTop: 28 },
  button: {
    display: 'inline-block',
    padding: '13px 22px',
    borderRadius: 8,
    backgroundColor: color.accent,
    color: color.onAccent,
    fontFamily: sans,
    fontSize: 16,
    lineHeight: '20px',
    fontWeight: 600,
    textDecoration: 'none',
  },
  turns: { width: '100%', marginTop: 8, borderCollapse: 'collapse' },
  time: {
    ...small,
    width: 56,
    padding: '12px 0 0',
    lineHeight: '24px',
    verticalAlign: 'top',
    fontVariantNumeric: 'tabular-nums',
  },
  turn: { ...text, padding: '12px 0 0', verticalAlign: 'top', overflowWrap: 'anywhere' },
  speaker: { ...small, margin: 0, color: color.ink, fontWeight: 600, lineHeight: '24px' },
  hash: {
    ...small,
    marginTop: 2,
    color: color.ink,
    fontFamily: mono,
    fontSize: 13,
    lineHeight: '20px',
    wordBreak: 'break-all',
  },
  hashLabel: { ...small, marginTop: 12 },
  footer: { padding: '24px 4px 0' },
  footerText: { ...small, marginTop: 4, overflowWrap: 'anywhere' },
  footerLink: { color: color.muted, textDecoration: 'underline' },
} as const satisfies Record<string, CSSProperties>;
