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

/** The room that the example takes, kept free until it is there and while it is drawn piece by piece. */
export const DEMO_HEIGHT = 'min-h-[53rem] sm:min-h-[43rem] lg:min-h-[48.5rem]';
