import { accountTexts } from './en/account';
import { assistantTexts } from './en/assistant';
import { contactTexts } from './en/contact';
import { copyingTexts } from './en/copying';
import { dashboardTexts } from './en/dashboard';
import { escrowTexts } from './en/escrow';
import { escrowAdminTexts } from './en/escrow-admin';
import { escrowStateTexts } from './en/escrow-state';
import { invitationTexts } from './en/invitation';
import { paymentsTexts } from './en/payments';
import { receiptsTexts } from './en/receipts';
import { subscriptionTexts } from './en/subscription';
import { verifyTexts } from './en/verify';

function leaves(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
}

describe('the catalogues of single screens', () => {
  it('have no empty and no untrimmed text', () => {
    const screens = {
      accountTexts,
      assistantTexts,
      contactTexts,
      copyingTexts,
      dashboardTexts,
      escrowTexts,
      escrowAdminTexts,
      escrowStateTexts,
      invitationTexts,
      verifyTexts,
    };
    const paying = { paymentsTexts, receiptsTexts, subscriptionTexts };
    const all = leaves({ ...screens, ...paying }, 'en');
    expect(all.filter(([, text]) => text.trim() === '' || text.trim() !== text)).toEqual([]);
  });

  it.each([
    [invitationTexts.title, 'Voice Contract Invitation'],
    [invitationTexts.loading, 'Loading agreement...'],
    [invitationTexts.accept, 'Accept & Record Consent'],
    [invitationTexts.recording.title, 'Recording Your Consent'],
    [invitationTexts.closed.agreement_not_found.title, 'Agreement Not Found'],
    [invitationTexts.closed.agreement_not_found.text, 'The requested agreement could not be found.'],
    [invitationTexts.returnHome, 'Return Home'],
    [invitationTexts.details.partyA, 'Party A (Creator)'],
    [invitationTexts.details.partyB, 'Party B (You)'],
    [invitationTexts.important.title, 'Important Information'],
    [accountTexts.profile.title, 'Profile Settings'],
    [accountTexts.profile.information, 'Profile Information'],
    [accountTexts.profile.updatedText, 'Your profile has been updated successfully.'],
    [accountTexts.profile.updateFallback, 'Failed to update profile.'],
    [accountTexts.profile.authText, 'Please log in to access your profile.'],
    [accountTexts.profile.shortUsername, 'Username must be at least 2 characters'],
    [accountTexts.password.currentRequired, 'Current password is required'],
    [accountTexts.password.short, 'New password must be at least 6 characters'],
    [accountTexts.password.confirmShort, 'Please confirm your new password'],
    [accountTexts.password.submitting, 'Changing Password...'],
    [accountTexts.password.changedText, 'Your password has been changed successfully.'],
    [accountTexts.password.fallback, 'Failed to change password.'],
    [contactTexts.failed, 'Failed to send message. Please try again.'],
    [contactTexts.employees, 'Current Employees'],
    [escrowTexts.form.missingTitle, 'Missing Information'],
    [escrowTexts.form.missingText, 'Please fill in all required fields'],
    [escrowTexts.form.failedText, 'Failed to create escrow payment'],
    [escrowTexts.onboarding.title, 'Seller Onboarding Required'],
    [escrowTexts.onboarding.failedText, 'Failed to start seller onboarding'],
    [escrowStateTexts.release, 'Release Escrow'],
    [escrowStateTexts.releaseHint, 'Funds release within 24 hours.'],
    [dashboardTexts.share.title, 'Generated Transcript'],
    [dashboardTexts.share.copy, 'Copy Transcript'],
    [dashboardTexts.share.download, 'Download Transcript'],
    [copyingTexts.copied, 'Copied to Clipboard'],
    [dashboardTexts.viewer.pdf, 'Download PDF Summary'],
    [dashboardTexts.fallback.title, 'Transcription Service Temporarily Unavailable'],
    [dashboardTexts.fallback.humanTranscript, 'Professional Transcription Service'],
    [dashboardTexts.fallback.humanTranscriptPrice, '$2.00'],
    [dashboardTexts.fallback.humanTranscriptButton, 'Request Professional Transcription'],
    [dashboardTexts.fallback.service, 'Customer Service Contact'],
    [dashboardTexts.fallback.serviceButton, 'Request Customer Service Help'],
    [dashboardTexts.fallback.failed, 'Request Failed'],
    [paymentsTexts.humanTranscript.name, 'Professional Transcription Service'],
    [subscriptionTexts.perMonth('$20'), '$20/month'],
  ])('say "%s"', (text, expected) => {
    expect(text).toBe(expected);
  });

  it('name everything that the subscription and a contract include', () => {
    expect(subscriptionTexts.includes).toEqual([
      'Unlimited Standard agreements',
      'Up to 10 minutes of recording each',
      'Enhanced AI transcription',
      'PDF and email delivery',
      '1-year storage',
      'Priority support',
      'Cancel anytime',
    ]);
    expect(paymentsTexts.contract.includes).toEqual([
      '30-day recording access',
      'On-demand AI transcription',
      'Audio download',
      'Photo upload',
      'Escrow protection',
      'Remote voice contracts',
      'Digital receipts',
    ]);
  });
});
