import { useEffect, useState } from 'react';
import { fileUnavailableTexts as text } from '#texts/file-unavailable';
import { Page, PageHeading } from '../../components/layout/page';
import { ButtonLink } from '../../components/ui/button';
import { buttonClass } from '../../components/ui/button-class';
import { rememberAddress } from '../../lib/browser/language';

/** What the gateway leads from: nothing else is offered as a link. */
const FILE = /^\/api\/agreements\/\d{16}\/(audio|evidence\.zip|summary\.pdf)(\?key=[\w.%-]+)?$/;

/** To try a link again that was cut off, or whose file is deleted, helps nobody. */
const FINAL: readonly string[] = ['agreement_not_found', 'recording_expired'];

/**
 * Why the link of a file in a mail does not open, and what to do. The gateway leads here: the code of the error is in the
 * address, the link itself behind the `#`.
 */
export default function FileUnavailablePage() {
  const [{ search, hash }] = useState(() => ({ search: window.location.search, hash: window.location.hash }));
  const code = new URLSearchParams(search).get('code') ?? '';
  const reasons: Readonly<Record<string, { title: string; text: string }>> = text.reasons;
  const reason = (Object.hasOwn(reasons, code) && reasons[code]) || text.reasons.other;
  const link = hash.slice(1);

  // The link has the key, so it stays out of the address bar and the history.
  useEffect(() => {
    const { pathname } = window.location;
    if (!search && !hash) return;
    window.history.replaceState(window.history.state, '', pathname);
    return rememberAddress(pathname + search + hash);
  }, [search, hash]);

  return (
    <Page title={reason.title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <PageHeading>{reason.title}</PageHeading>
      <p className="text-lg text-muted">{reason.text}</p>
      <div className="flex flex-wrap gap-3">
        {FILE.test(link) && !FINAL.includes(code) && (
          // A file of the server, no address of the app.
          <a href={link} className={buttonClass('primary')}>
            {text.again}
          </a>
        )}
        <ButtonLink href="/dashboard" variant="secondary">
          {text.contracts}
        </ButtonLink>
        <ButtonLink href="/contact" variant="secondary">
          {text.support}
        </ButtonLink>
      </div>
    </Page>
  );
}
