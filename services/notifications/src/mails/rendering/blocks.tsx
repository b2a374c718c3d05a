import { Button, Heading, Link, Section, Text } from '@react-email/components';
import type { Block, Line, Row } from './mail.content.js';
import { styles } from './styles.js';

/** One piece of a mail as HTML. */
export function BlockPart({ block }: { block: Block }) {
  switch (block.kind) {
    case 'text':
      return <Text style={styles.text}>{block.text}</Text>;
    case 'small':
      return <Text style={styles.note}>{block.lines.join(' ')}</Text>;
    case 'notice':
      return <Text style={styles.notice}>{block.text}</Text>;
    case 'heading':
      return (
        <Heading as="h2" style={styles.heading}>
          {block.title}
        </Heading>
      );
    case 'facts':
      return <Facts rows={block.rows} total={block.total} />;
    case 'button':
      return (
        <Section style={styles.action}>
          <Button href={block.url} style={styles.button}>
            {block.label}
          </Button>
        </Section>
      );
    case 'link':
      return (
        <Text style={styles.text}>
          {block.lead}{' '}
          <Link href={block.url} style={styles.link}>
            {block.label}
          </Link>
        </Text>
      );
    case 'code':
      return <Text style={styles.code}>{block.digits}</Text>;
    case 'quote':
      return <div style={styles.quote}>{block.lines.join('\n')}</div>;
    case 'turns':
      return <Turns lines={block.lines} />;
    case 'prints':
      return <Prints rows={block.rows} />;
  }
}

/** Facts like in a document: what it is on the left, what it says on the right. */
function Facts({ rows, total }: { rows: Row[]; total: Row | undefined }) {
  return (
    <table style={styles.table} cellPadding={0} cellSpacing={0}>
      <tbody>
        {rows.map((row) => (
          <Fact key={row.label} row={row} />
        ))}
        {total ? <Fact row={total} isStrong /> : null}
      </tbody>
    </table>
  );
}

function Fact({ row, isStrong = false }: { row: Row; isStrong?: boolean }) {
  const weight = isStrong ? styles.strong : {};
  return (
    <tr>
      <th scope="row" align="left" style={{ ...styles.label, fontWeight: 400 }}>
        {row.label}
      </th>
      <td style={{ ...styles.value, ...weight }}>{row.value}</td>
    </tr>
  );
}

function Turns({ lines }: { lines: Line[] }) {
  return (
    <table role="presentation" style={styles.turns} cellPadding={0} cellSpacing={0}>
      <tbody>
        {lines.map(({ number, time, speaker, text, language }) => (
          <tr key={number}>
            <td style={styles.time}>{time}</td>
            <td style={styles.turn}>
              {speaker === null ? null : <div style={styles.speaker}>{speaker}</div>}
              {language === null ? text : <span lang={language}>{text}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Prints({ rows }: { rows: Row[] }) {
  return rows.map(({ label, value }) => (
    <Section key={label}>
      <Text style={styles.hashLabel}>{label}</Text>
      <Text style={styles.hash}>{value}</Text>
    </Section>
  ));
}
