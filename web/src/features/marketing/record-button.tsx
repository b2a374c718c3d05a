import { Mic } from 'lucide-react';
import { homeTexts as text } from '#texts/home';
import { ButtonLink } from '../../components/ui/button';

/** The one thing to do. */
export function RecordButton({ className }: { className?: string }) {
  return (
    <ButtonLink href="/record-voice-deal" size="lg" className={className}>
      <Mic className="size-5" aria-hidden="true" />
      {text.cta}
    </ButtonLink>
  );
}
