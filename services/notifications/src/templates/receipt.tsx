import { Button, Heading, Section, Text } from '@react-email/components';
import { Facts, Sheet } from './base.js';
import type { ReceiptView } from './receipt.view.js';
import { styles } from './styles.js';

export function ReceiptMail(view: ReceiptView) {
  return (
    <Sheet view={view}>
      {view.test === null ? null : <Text style={styles.notice}>{view.test}</Text>}
      <Text style={styles.text}>{view.greeting}</Text>
      <Text style={styles.text}>{view.lead}</Text>
      <Facts rows={view.rows} total={view.total} />
      <Heading as="h2" style={styles.heading}>
        {view.nextTitle}
      </Heading>
      {view.next.map((paragraph) => (
        <Text key={paragraph} style={styles.text}>
          {paragraph}
        </Text>
      ))}
      <Section style={styles.action}>
        <Button href={view.button.url} style={styles.button}>
          {view.button.label}
        </Button>
      </Section>
    </Sheet>
  );
}
