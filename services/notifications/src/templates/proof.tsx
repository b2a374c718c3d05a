import { Button, Heading, Section, Text } from '@react-email/components';
import { Facts, Sheet } from './base.js';
import type { ProofView } from './proof.view.js';
import { styles } from './styles.js';

export function ProofMail(view: ProofView) {
  return (
    <Sheet view={view}>
      <Text style={styles.text}>{view.greeting}</Text>
      <Text style={styles.text}>{view.lead}</Text>
      <Section style={styles.action}>
        <Button href={view.button.url} style={styles.button}>
          {view.button.label}
        </Button>
      </Section>
      <Text style={{ ...styles.small, marginTop: 14 }}>{view.access.join(' ')}</Text>
      <Facts rows={view.rows} />
      <Transcript transcript={view.transcript} />
      <Hashes hashes={view.hashes} />
      <Heading as="h2" style={styles.heading}>
        {view.binding.title}
      </Heading>
      <Text style={styles.small}>{view.binding.text}</Text>
    </Sheet>
  );
}

function Transcript({ transcript }: Pick<ProofView, 'transcript'>) {
  return (
    <>
      <Heading as="h2" style={styles.heading}>
        {transcript.title}
      </Heading>
      <Text style={transcript.isDraft ? { ...styles.notice, marginTop: 12 } : styles.small}>
        {transcript.note}
      </Text>
      <table role="presentation" style={styles.turns} cellPadding={0} cellSpacing={0}>
        <tbody>
          {transcript.lines.map(({ number, time, speaker, text }) => (
            <tr key={number}>
              <td style={styles.time}>{time}</td>
              <td style={styles.turn}>
                {speaker === null ? null : <div style={styles.speaker}>{speaker}</div>}
                {text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {transcript.more === null ? null : <Text style={styles.small}>{transcript.more}</Text>}
    </>
  );
}

function Hashes({ hashes }: Pick<ProofView, 'hashes'>) {
  return (
    <>
      <Heading as="h2" style={styles.heading}>
        {hashes.title}
      </Heading>
      <Text style={styles.small}>{hashes.lead}</Text>
      {hashes.rows.map(({ label, value }) => (
        <Section key={label}>
          <Text style={styles.hashLabel}>{label}</Text>
          <Text style={styles.hash}>{value}</Text>
        </Section>
      ))}
    </>
  );
}
