import { CircleCheck, Clock, Mail, Wrench } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { contactTexts as text } from '#texts/contact';
import { OneAccount } from '../../app/one-account';
import { Page, PageHeading } from '../../components/layout/page';
import { Button } from '../../components/ui/button';
import { Card, CardTitle } from '../../components/ui/card';
import { ContactForm } from './contact-form';

interface SideCardProps {
  id: string;
  icon: typeof Clock;
  title: string;
  children: ReactNode;
}

function SideCard({ id, icon: Icon, title, children }: SideCardProps) {
  return (
    <Card aria-labelledby={id} className="flex flex-col gap-2">
      <CardTitle id={id} className="flex items-center gap-2 text-base!">
        <Icon className="size-5 shrink-0 text-accent" aria-hidden="true" />
        {title}
      </CardTitle>
      {children}
    </Card>
  );
}

function SideCards() {
  const { side } = text;
  return (
    <aside aria-label={side.label} className="flex flex-col gap-4">
      <SideCard id="side-email" icon={Mail} title={side.emailTitle}>
        <p className="text-muted">{side.emailText}</p>
      </SideCard>
      <SideCard id="side-time" icon={Clock} title={side.timeTitle}>
        <p className="text-muted">{side.timeText}</p>
      </SideCard>
      <SideCard id="side-common" icon={Wrench} title={side.commonTitle}>
        <ul className="flex flex-col gap-2 text-muted">
          {side.common.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </SideCard>
    </aside>
  );
}

/** The form; afterwards the number of its ticket. */
function Message() {
  const [sent, setSent] = useState<{ ticketNumber: string; email: string } | null>(null);
  const title = sent ? text.sent.title : text.title;
  return (
    <Page title={title} focusKey={sent ? 'sent' : 'form'} className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageHeading>{title}</PageHeading>
        {!sent && <p className="text-lg text-muted">{text.lead}</p>}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
        {sent ? (
          <Card className="flex flex-col items-start gap-4">
            <p className="flex items-center gap-2 text-ok">
              <CircleCheck className="size-5" aria-hidden="true" />
              {text.sent.ticket}
            </p>
            <p className="text-3xl font-semibold tabular-nums">{sent.ticketNumber}</p>
            <p>{text.sent.text(sent.email)}</p>
            <Button variant="secondary" onClick={() => setSent(null)}>
              {text.sent.another}
            </Button>
          </Card>
        ) : (
          <Card aria-labelledby="contact-form" className="flex flex-col gap-5">
            <CardTitle id="contact-form">{text.formTitle}</CardTitle>
            <ContactForm onSent={(ticketNumber, email) => setSent({ ticketNumber, email })} />
          </Card>
        )}
        <SideCards />
      </div>
      <p className="border-t border-line pt-4 text-sm">
        <Link
          href="/admin-login"
          className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink"
        >
          {text.employees}
        </Link>
      </p>
    </Page>
  );
}

/** A message to the support. */
export default function Contact() {
  return (
    <OneAccount>
      <Message />
    </OneAccount>
  );
}
