import { Body, Container, Head, Heading, Html, Link, Preview, Section, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import type { MailView, Row } from './mail.view.js';
import { styles } from './styles.js';
import { texts } from './texts.js';

/** The sheet that every mail is written on: mark, title, content, why it came, who we are. */
export function Sheet({ view, children }: { view: MailView; children: ReactNode }) {
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <title>{view.subject}</title>
        <meta name="color-scheme" content="light only" />
      </Head>
      <Body style={styles.body}>
        <Preview>{view.preview}</Preview>
        <Container style={styles.page}>
          <Mark />
          <Section style={styles.sheet}>
            <Heading as="h1" style={styles.title}>
              {view.title}
            </Heading>
            <Text style={styles.contract}>{view.contract}</Text>
            {children}
          </Section>
          <Section style={styles.footer}>
            <Text style={styles.footerText}>
              <strong style={styles.strong}>{texts.whyTitle}.</strong> {view.why}
            </Text>
            <Text style={styles.footerText}>
              {texts.product} ·{' '}
              <Link href={view.publicUrl} style={styles.footerLink}>
                {new URL(view.publicUrl).host}
              </Link>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

/** The mark without an image, which mail clients would block: three bars of a waveform and a check. */
function Mark() {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
      <tbody>
        <tr>
          <td style={styles.mark} align="center" aria-hidden="true">
            <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
              <tbody>
                <tr>
                  {[5, 13, 8].map((height) => (
                    <td key={height} style={{ padding: '0 2px 0 0', verticalAlign: 'middle' }}>
                      <div style={{ ...styles.bar, height }} />
                    </td>
                  ))}
                  <td style={styles.check}>✓</td>
                </tr>
              </tbody>
            </table>
          </td>
          <td style={styles.product}>{texts.product}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Facts like in a document: what it is on the left, what it says on the right. */
export function Facts({ rows, total }: { rows: Row[]; total?: Row }) {
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
