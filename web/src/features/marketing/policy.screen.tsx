import { Link, useLocation } from 'wouter';
import { policiesTexts as text } from '#texts/policies';
import { Page, PageHeading } from '../../components/layout/page';
import { Fact } from '../../components/ui/facts';
import { Notice } from '../../components/ui/notice';
import type { AppConfig } from '../../lib/api/api-types';
import { useConfig } from '../payments/price';

type Operator = AppConfig['operator'];

const PAGES = ['terms', 'privacy', 'refunds', 'about'] as const;
type PageName = (typeof PAGES)[number];

const LINK = 'inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4';

/** Who answers for it; what was not configured is said to be missing. */
function OperatorFacts({ operator }: { operator: Operator | undefined }) {
  const { about } = text;
  return (
    <dl className="flex flex-col gap-4 [&_dd]:whitespace-pre-line">
      <Fact name={about.name}>{operator?.name ?? about.unknown}</Fact>
      <Fact name={about.address}>{operator?.address ?? about.unknown}</Fact>
      <Fact name={about.email}>{operator?.email ?? about.unknown}</Fact>
      <Fact name={about.law}>{operator?.law ?? about.unknown}</Fact>
    </dl>
  );
}

/** The same in one line under a page that speaks for somebody: only what is known. */
function OperatorLine({ operator }: { operator: Operator }) {
  const { name, address, email, law } = operator;
  const parts = [name, address?.replace(/\s*\n\s*/g, ', '), email].filter(Boolean);
  if (parts.length === 0 && !law) return null;
  return (
    <section aria-label={text.about.title} className="border-t border-line pt-3 text-muted wrap-anywhere">
      {parts.length > 0 && <p>{text.runBy(parts.join(' · '))}</p>}
      {law && <p>{text.underLaw(law)}</p>}
    </section>
  );
}

const isComplete = (operator: Operator): boolean => Object.values(operator).every((value) => value !== null);

/** Terms, privacy, refunds, and who runs this: plain statements, completed by whoever runs the installation. */
export default function Policy() {
  const [path] = useLocation();
  const name: PageName = PAGES.find((page) => path.startsWith(`/${page}`)) ?? 'about';
  const operator = useConfig()?.operator;
  const page = text[name];
  return (
    <Page title={page.title} focusKey={name} width="text" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <PageHeading>{page.title}</PageHeading>
        <p className="text-lg text-muted">{page.lead}</p>
      </div>
      {operator && !isComplete(operator) && (
        <Notice tone="warn" title={text.incompleteTitle}>
          <p>{text.incomplete}</p>
        </Notice>
      )}
      {'sections' in page &&
        page.sections.map(({ title, text: words }) => (
          <section key={title} className="flex flex-col gap-1">
            <h2 className="font-sans text-lg font-semibold">{title}</h2>
            <p>{words}</p>
          </section>
        ))}
      {name === 'about' ? (
        <OperatorFacts operator={operator} />
      ) : (
        operator && <OperatorLine operator={operator} />
      )}
      <nav aria-label={text.others} className="flex flex-wrap gap-x-6 border-t border-line pt-3">
        {PAGES.filter((other) => other !== name).map((other) => (
          <Link key={other} href={`/${other}`} className={LINK}>
            {text[other].title}
          </Link>
        ))}
        <Link href="/contact" className={LINK}>
          {text.support}
        </Link>
      </nav>
    </Page>
  );
}
