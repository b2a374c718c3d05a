import { Body, Container, Head, Heading, Html, Link, Preview, Section, Text } from '@react-email/components';
import type { CSSProperties } from 'react';
import { BlockPart } from './blocks.js';
import type { LanguageOffer, MailContent } from './mail.content.js';
import { styles } from './styles.js';

/** In characters: `Preview` cuts what is longer in the middle of a word. */
const LONGEST_PREVIEW = 150;

/** As much as a list of mails shows, in whole words. */
function previewOf(text: string): string {
  if (text.length <= LONGEST_PREVIEW) return text;
  return `${text.slice(0, text.lastIndexOf(' ', LONGEST_PREVIEW - 2))}…`;
}

/** The page around every mail: mark, title, content, why it came, who we are. */
export function MailLayout({ content, offers }: { content: MailContent; offers: readonly LanguageOffer[] }) {
  const { language, texts } = content.wording;
  return (
    <Html lang={language} dir="ltr">
      <Head>
        <title>{content.subject}</title>
        <meta name="color-scheme" content="light only" />
      </Head>
      <Body style={styles.body}>
        <Preview>{previewOf(content.preview)}</Preview>
        <Container style={styles.page}>
          <Mark product={texts.product} />
          <Section style={styles.sheet}>
            <Heading as="h1" style={styles.title}>
              {content.title}
            </Heading>
            {content.reference === null ? null : <Text style={styles.contract}>{content.reference}</Text>}
            {content.deal === undefined ? null : <Text style={styles.contract}>{content.deal}</Text>}
            {offers
              .filter(({ isFirst }) => isFirst)
              .map((offer) => (
                <Offer key={offer.lang} offer={offer} style={styles.note} />
              ))}
            {content.blocks.map((block) => (
              <BlockPart key={JSON.stringify(block)} block={block} />
            ))}
          </Section>
          <Section style={styles.footer}>
            <Text style={styles.footerText}>
              <strong style={styles.strong}>{texts.whyTitle}.</strong> {content.why}
            </Text>
            {offers
              .filter(({ isFirst }) => !isFirst)
              .map((offer) => (
                <Offer key={offer.lang} offer={offer} style={styles.footerText} />
              ))}
            <Text style={styles.footerText}>
              {texts.product} ·{' '}
              <Link href={content.publicUrl} style={styles.footerLink}>
                {new URL(content.publicUrl).host}
              </Link>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

/** In the language that it offers. */
function Offer({ offer, style }: { offer: LanguageOffer; style: CSSProperties }) {
  return (
    <Text lang={offer.lang} style={style}>
      {offer.lead}{' '}
      <Link href={offer.url} style={styles.footerLink}>
        {offer.label}
      </Link>
    </Text>
  );
}

/** The mark without an image, which mail clients would block: three bars of a waveform and a check. */
function Mark({ product }: { product: string }) {
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
          <td style={styles.product}>{product}</td>
        </tr>
      </tbody>
    </table>
  );
}
