import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '#texts/common';
import { mailLanguageTexts as text } from '#texts/mail-language';
import { Page, PageHeading } from '../../components/layout/page';
import { Button, ButtonLink } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { type Language, languages } from '../../i18n/languages';
import { request } from '../../lib/api/api-client';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import { rememberAddress } from '../../lib/browser/language';

const isLanguage = (value: string | null): value is Language => languages.some(({ code }) => code === value);

function failure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'unreachable') return t.auth.unreachable;
  return sentenceOf(error, text.fallback);
}

/**
 * Chooses the language of our mails with the link in one of them. A person presses the button: programs that look at
 * mails open their links, too.
 */
export default function MailLanguagePage() {
  const [search] = useState(() => window.location.search);
  const params = new URLSearchParams(search);
  const [key, language] = [params.get('key'), params.get('to')];
  const choice = useMutation({
    mutationFn: (body: { key: string; language: Language }) =>
      request('post', '/api/mail-language', { body }),
  });

  // Whoever has the key chooses for the address, so it stays out of the address bar and the history.
  useEffect(() => {
    const { pathname } = window.location;
    if (!search) return;
    window.history.replaceState(window.history.state, '', pathname);
    return rememberAddress(pathname + search);
  }, [search]);

  if (key === null || !isLanguage(language)) return <End title={text.missingTitle} lead={text.missing} />;
  if (choice.isSuccess) return <End title={text.doneTitle} lead={text.done[language]} />;
  if (choice.error instanceof ApiError && choice.error.code === 'link_invalid')
    return <End title={text.deadTitle} lead={text.dead} />;
  return (
    <Page title={text.titles[language]} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <PageHeading>{text.titles[language]}</PageHeading>
      <p className="text-lg">{text.lead}</p>
      {choice.isError && (
        <Notice tone="danger" role="alert">
          <p>{failure(choice.error)}</p>
        </Notice>
      )}
      <Button size="lg" busy={choice.isPending} onClick={() => choice.mutate({ key, language })}>
        {text.submits[language]}
      </Button>
    </Page>
  );
}

function End({ title, lead }: { title: string; lead: string }) {
  return (
    <Page title={title} focusKey={title} width="text" className="flex flex-col items-start gap-5 sm:py-20">
      <PageHeading>{title}</PageHeading>
      <p className="text-lg">{lead}</p>
      <ButtonLink href="/">{text.home}</ButtonLink>
    </Page>
  );
}
