import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { escrowTexts } from '#texts/escrow';
import { toast } from '../../../components/ui/toast-store';
import { withPassword } from '../../../lib/session/password-request';
import type { OnboardingLink } from '../api';

const text = escrowTexts.onboarding;

export interface Onboarding {
  /** Call it in the click itself. */
  open: () => void;
  isPending: boolean;
  hasFailed: boolean;
  /** The address, when the browser did not open a tab for it. */
  blockedUrl: string | null;
}

function webAddress(address: string): string {
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('not a web address');
  return url.href;
}

/** Asks where payouts are set up and opens it in a new tab. */
export function useOnboarding(ask: () => Promise<OnboardingLink>): Onboarding {
  const [blockedUrl, setBlockedUrl] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: async (opened: Window | null) => {
      let tab = opened;
      const letGo = () => {
        tab?.close();
        tab = null;
      };
      try {
        // The empty tab would stand in front of the question for the password.
        const url = webAddress((await withPassword(ask, letGo)).onboardingUrl);
        if (tab && !tab.closed) {
          tab.opener = null;
          tab.location.replace(url);
        } else setBlockedUrl(url);
      } catch (error) {
        letGo();
        throw error;
      }
    },
    onError: () => toast({ title: text.failed, text: text.failedText, tone: 'destructive' }),
  });
  const open = () => {
    if (request.isPending) return;
    setBlockedUrl(null);
    // Opened before the question is asked: afterwards a browser takes it for a pop-up.
    request.mutate(window.open('', '_blank'));
  };
  return { open, isPending: request.isPending, hasFailed: request.isError, blockedUrl };
}
