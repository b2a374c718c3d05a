/** Made from openapi.json by `make api`. */
export interface paths {
    "/api/admin/acts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminActs_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/agreements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Admin_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/agreements/{agreementId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Admin_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/agreements/{agreementId}/delete-content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Admin_deleteContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/agreements/{agreementId}/extend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Admin_extend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["AdminPassword_change"];
        trace?: never;
    };
    "/api/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DeadLetters_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dead-letters/{service}/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DeadLetters_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/download-audio/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Admin_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminHealth_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/held-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminEscrows_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/held-payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminEscrows_one"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/held-payments/{id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminEscrows_decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Jobs_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/{service}/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Jobs_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Ledger_balances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminLogin_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminLogin_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminMails_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/manual-transcriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminHumanOrders_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/manual-transcriptions/{orderId}/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminHumanOrders_correct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/manual-transcriptions/{orderId}/fulfil": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminHumanOrders_fulfil"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminPayments_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminPayments_refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminSessions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["AdminSessions_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminSessions_endOthers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Stats_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["System_system"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminTickets_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tickets/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminTickets_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tickets/{number}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminTickets_answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminUsers_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminUsers_disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AdminUsers_enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Recordings_audio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Agreements_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/confirmation-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Confirmations_show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/evidence.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Evidence_packet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/generate-transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Transcripts_generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Recordings_outline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/party-b": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["Reminders_correctPartyB"];
        trace?: never;
    };
    "/api/agreements/{agreementId}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Recordings_photo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Recordings_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/remind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Reminders_remind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Reminders_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/summary.pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Evidence_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["DraftRecordings_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Transcripts_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/transcript/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The finished transcript as a file; one account gets sixty files in an hour */
        get: operations["Exports_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/transcript/renewal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Transcripts_renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/{agreementId}/transcript/speakers/{label}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Transcripts_nameSpeaker"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Remote_read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Remote_audio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Access_sendCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/code/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Access_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Confirmations_read"];
        put?: never;
        post: operations["Confirmations_answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/confirmation/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Confirmations_audio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/confirmation/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Confirmations_outline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Remote_consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Remote_decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Remote_outline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Remote_photo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/send-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Access_sendLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/remote/{agreementId}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Remote_view"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agreements/temporary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Uploads_save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["Passwords_change"];
        trace?: never;
    };
    "/api/auth/confirm-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Passwords_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Resets_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Accounts_login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Accounts_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["Profile_update"];
        trace?: never;
    };
    "/api/auth/profile/pending-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["Profile_withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Resets_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["UserSessions_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["UserSessions_end"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/end-others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UserSessions_endOthers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Accounts_signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Accounts_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Verification_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-address/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Verification_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PublicConfig_publicConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Contact_contact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contract-assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers a question about contract terms or about this product; never legal advice */
        post: operations["Assistant_ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-connect-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Sellers_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-escrow-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-payment-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Checkout_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/create-subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Subscriptions_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Escrow_view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}/delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_delivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}/onboarding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_onboarding"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}/problem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_problem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}/received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/escrow/{agreementId}/send-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Escrow_sendLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SystemHealth_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mail-language": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Languages_choose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/page-errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PageErrors_note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Receipts_state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Chunks_begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recordings/{recordingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Chunks_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recordings/{recordingId}/chunks/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["Chunks_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recordings/{recordingId}/finalize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Chunks_finalize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/request-customer-service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Contact_requestCustomerService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/request-manual-transcription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["HumanOrders_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Speech_speech"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transcribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["DraftRecordings_transcribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Credits_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/pending-payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Checkout_pendingPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Receipts_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Subscriptions_view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/subscription/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Subscriptions_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/subscription/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Subscriptions_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/agreements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Agreements_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify/{agreementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Verify_verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/verify/hash/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["Verify_verifyHash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["Webhooks_receive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountActReason: {
            reason: string;
        };
        AddressVerification: {
            token: string;
        };
        AddressVerified: {
            /** @description The address that was verified */
            email: string;
        };
        AdminAct: {
            id: number;
            adminId: number;
            adminName: string;
            act: string;
            subject: string;
            reason: string;
            /** Format: date-time */
            at: string;
        };
        AdminAgreementView: {
            id: number;
            agreementId: string;
            partyAName: string;
            partyBName: string;
            partyAEmail: string;
            partyBEmail: string;
            /** @enum {string} */
            planType: "split-second-contract" | "basic" | "standard" | "pro";
            /**
             * @description What kind of deal was chosen
             * @enum {string|null}
             */
            kind: "car" | "item" | "cleaning" | "lawn" | "babysitting" | "loan" | "other" | null;
            /** @description What it is about, as party A says */
            title: string | null;
            amount: string | null;
            currency: string;
            /** @enum {string} */
            status: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled";
            statusReason: string | null;
            escrowStatus: string | null;
            /** @description Whether its owner is who pays into the escrow, and so may release it */
            isEscrowBuyer: boolean;
            /**
             * @description How long an escrow waits after delivery
             * @enum {string}
             */
            escrowHoldPeriod: "24hrs" | "3days" | "7days" | "14days" | "30days";
            hasAudioRecording: boolean;
            durationSeconds: number | null;
            sha256: string | null;
            photoUrl: string | null;
            isRemoteContract: boolean;
            /**
             * Format: date-time
             * @description When it was saved first
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the server stored the recording that counts
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description When that recording was begun; device time. Null where nobody told, as of a file
             */
            recordingStartedAt: string | null;
            /** Format: date-time */
            paidAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** @description What the person who ended it wrote */
            cancelNote: string | null;
            /** Format: date-time */
            contentDeletedAt: string | null;
            mailProblem: string | null;
            /** @description Whether mail to party B came back and none about the contract was ever taken there */
            isPartyBUnreached: boolean;
            invitation: components["schemas"]["InvitationView"] | null;
            /**
             * Format: date-time
             * @description From when the link to pay can be sent again; null when none was sent yet, or nothing is to be paid
             */
            nextResendAt: string | null;
            /** Format: date-time */
            consentedAt: string | null;
            consents: components["schemas"]["ConsentView"][];
            transcript: components["schemas"]["TranscriptState"];
            ownerId: number | null;
        };
        AdminAway: {
            /** @description A server, a company, or a service of ours */
            dependency: string;
            /** Format: date-time */
            since: string;
            /** @description Events and jobs that the services hold until it is back */
            waiting: number;
            /** @description Services that miss it */
            services: string[];
        };
        AdminDeadLetter: {
            /** @enum {string} */
            service: "auth" | "agreements" | "payments" | "transcription" | "notifications";
            /** Format: uuid */
            id: string;
            handler: string;
            routingKey: string;
            subject: string;
            reason: string;
            /** Format: date-time */
            diedAt: string;
            /**
             * Format: date-time
             * @description When it is put back by itself; null when it waits for an administrator, and after a replay
             */
            retryAt: string | null;
            /** Format: date-time */
            replayedAt: string | null;
        };
        AdminEscrowDetails: {
            agreementId: string;
            /** @enum {string} */
            state: "requires_onboarding" | "requires_payment" | "held" | "release_due" | "releasing" | "released" | "refunding" | "refunded" | "disputed" | "resolving" | "resolved" | "charged_back" | "failed";
            /** @description Cents, as are all amounts below */
            amount: number;
            platformFee: number;
            /** @description Percent of what the seller is paid, for this payment */
            feePercent: number;
            sellerAmount: number;
            /** @description What goes, or is promised to go, back to the buyer */
            buyerRefund: number;
            /** @description What of that was sent back by hand already, while nothing is decided */
            sentBack: number;
            /** @description What a bank has taken back for good while it was held; nobody else gets it */
            chargedBack: number;
            currency: string;
            /** @description Hours from delivery to release */
            holdHours: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            heldAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            receivedAt: string | null;
            /** Format: date-time */
            releaseAt: string | null;
            /**
             * Format: date-time
             * @description When the money goes back to the buyer by itself, as things stand; null where it does not
             */
            backAt: string | null;
            /** Format: date-time */
            settledAt: string | null;
            problem: string | null;
            decision: string | null;
            /** @enum {string|null} */
            chargeback: "open" | "won" | "lost" | null;
            /** @description There is no contract any more */
            isContractCancelled: boolean;
            /** @description It is closed, but may still be paid; then all of it goes back */
            isChargePossible: boolean;
            /** @description The account of one of the two was disabled, so an administrator decides */
            isAccountDisabled: boolean;
            /** @description No mail has reached the buyer, so an administrator decides */
            isBuyerUnreached: boolean;
            /** @description No money moves */
            isTest: boolean;
            /** Format: uuid */
            id: string;
            buyerId: number;
            /** @enum {string} */
            buyerParty: "a" | "b";
            /** Format: email */
            sellerEmail: string;
            receiptNumber: string | null;
            transferId: string | null;
            refundId: string | null;
            /** @description Why Stripe did not move the money */
            lastError: string | null;
            /**
             * @description Whose account was disabled
             * @enum {string|null}
             */
            disabledParty: "buyer" | "seller" | null;
            /** @description The administrator */
            decidedBy: number | null;
            /** @description It is held for too long: it may be decided without a problem */
            isOverdue: boolean;
            steps: components["schemas"]["EscrowStep"][];
        };
        AdminEscrowView: {
            agreementId: string;
            /** @enum {string} */
            state: "requires_onboarding" | "requires_payment" | "held" | "release_due" | "releasing" | "released" | "refunding" | "refunded" | "disputed" | "resolving" | "resolved" | "charged_back" | "failed";
            /** @description Cents, as are all amounts below */
            amount: number;
            platformFee: number;
            /** @description Percent of what the seller is paid, for this payment */
            feePercent: number;
            sellerAmount: number;
            /** @description What goes, or is promised to go, back to the buyer */
            buyerRefund: number;
            /** @description What of that was sent back by hand already, while nothing is decided */
            sentBack: number;
            /** @description What a bank has taken back for good while it was held; nobody else gets it */
            chargedBack: number;
            currency: string;
            /** @description Hours from delivery to release */
            holdHours: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            heldAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            receivedAt: string | null;
            /** Format: date-time */
            releaseAt: string | null;
            /**
             * Format: date-time
             * @description When the money goes back to the buyer by itself, as things stand; null where it does not
             */
            backAt: string | null;
            /** Format: date-time */
            settledAt: string | null;
            problem: string | null;
            decision: string | null;
            /** @enum {string|null} */
            chargeback: "open" | "won" | "lost" | null;
            /** @description There is no contract any more */
            isContractCancelled: boolean;
            /** @description It is closed, but may still be paid; then all of it goes back */
            isChargePossible: boolean;
            /** @description The account of one of the two was disabled, so an administrator decides */
            isAccountDisabled: boolean;
            /** @description No mail has reached the buyer, so an administrator decides */
            isBuyerUnreached: boolean;
            /** @description No money moves */
            isTest: boolean;
            /** Format: uuid */
            id: string;
            buyerId: number;
            /** @enum {string} */
            buyerParty: "a" | "b";
            /** Format: email */
            sellerEmail: string;
            receiptNumber: string | null;
            transferId: string | null;
            refundId: string | null;
            /** @description Why Stripe did not move the money */
            lastError: string | null;
            /**
             * @description Whose account was disabled
             * @enum {string|null}
             */
            disabledParty: "buyer" | "seller" | null;
            /** @description The administrator */
            decidedBy: number | null;
            /** @description It is held for too long: it may be decided without a problem */
            isOverdue: boolean;
        };
        AdminHumanOrderView: {
            /** Format: uuid */
            orderId: string;
            agreementId: string;
            /** @enum {string} */
            status: "requested" | "paid" | "delivered" | "refunded";
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            paidAt: string | null;
            /** Format: date-time */
            dueAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** @description The administrator */
            deliveredBy: number | null;
            /**
             * Format: date-time
             * @description Since when another order counts, as its correction
             */
            replacedAt: string | null;
            /**
             * Format: uuid
             * @description The delivered order that it corrects
             */
            correctsOrderId: string | null;
            /** @description None once they are deleted */
            recordings: components["schemas"]["OrderedRecordingView"][];
        };
        AdminJob: {
            /** @enum {string} */
            service: "agreements" | "payments" | "transcription" | "notifications";
            /** Format: uuid */
            id: string;
            name: string;
            key: string;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "failed";
            attempts: number;
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
        };
        AdminLogin: {
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
        };
        AdminLoginAnswer: {
            /** @enum {boolean} */
            success: true;
            /** @description Bearer token for the socket and for calls elsewhere, valid for at most 12 hours; calls under /api/admin take the cookie ssc_admin of this answer instead */
            token: string;
            user: components["schemas"]["User"];
            message: string;
        };
        AdminMail: {
            key: string;
            /** @enum {string} */
            template: "saved" | "payment-requested" | "receipt" | "manual-receipt" | "human-transcript-paid" | "human-transcript-late" | "covered" | "refund" | "refund-failed" | "held-payment-seller-needed" | "held-payment-payable" | "held-payment-bank-refused" | "held-payment-held" | "held-payment-clock-started" | "held-payment-half-time" | "held-payment-last-hour" | "held-payment-problem" | "held-payment-refund-promised" | "held-payment-released" | "held-payment-refunded" | "held-payment-decided" | "held-payment-chargeback" | "held-payment-chargeback-won" | "held-payment-charged-back" | "held-payment-held-too-long" | "held-payment-failed" | "held-payment-late-refunded" | "seller-link-again" | "invitation" | "reminder" | "link-again" | "code" | "opened" | "consented" | "confirmed" | "objected" | "proof" | "declined" | "cancelled" | "link-expired" | "transcription-failed" | "manual-ready" | "access-ending" | "content-deleted" | "admin-acted" | "account-created" | "address-verification" | "password-changed" | "email-changed" | "account-disabled" | "account-enabled" | "password-reset" | "subscription" | "subscription-refund" | "ticket-received" | "ticket-opened" | "ticket-answered" | "dead-letter" | "job-given-up" | "violations-found";
            /** @enum {string} */
            recipient: "partyA" | "partyB" | "user" | "ticketSender" | "support" | "buyer" | "seller";
            /** @enum {string} */
            status: "queued" | "sent" | "bounced" | "undelivered" | "skipped";
            /** Format: date-time */
            sentAt: string | null;
            lastError: string | null;
        };
        AdminPaymentView: {
            /** Format: uuid */
            id: string;
            agreementId: string;
            userId: number;
            /** @enum {string} */
            purpose: "contract" | "manual_transcription";
            amountCents: number;
            currency: string;
            /**
             * @description `quarantined`: what Stripe took is not what was asked; people must look. `refunding`: Stripe is asked to send it back
             * @enum {string}
             */
            status: "open" | "paid" | "quarantined" | "cancelled" | "refunding" | "refunded";
            receiptNumber: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            paidAt: string | null;
            /** @description What went back to the payer */
            refundedCents: number;
            /** @description Why the last try to pay it or to send it back failed */
            lastError: string | null;
            /** @enum {string|null} */
            refundReason: "late-transcription" | "by-admin" | "contract-cancelled" | "recording-deleted" | null;
            refundNote: string | null;
            /** @description The administrator */
            refundedBy: number | null;
            /** Format: date-time */
            refundedAt: string | null;
        };
        AdminStats: {
            totalUsers: number;
            totalAgreements: number;
            /** @description US dollars */
            totalRevenue: number;
            activeSubscriptions: number;
            pendingTransactions: number;
        };
        AdminSystem: {
            /** @description What does not answer, longest first */
            away: components["schemas"]["AdminAway"][];
            openDeadLetters: number;
            /** @description What was found last of what must hold; null before the first check */
            verification: components["schemas"]["AdminVerification"] | null;
            /** @description Services that did not say how many dead letters they have; notifications keeps the verification */
            incomplete: ("auth" | "agreements" | "payments" | "transcription" | "notifications")[];
        };
        AdminUser: {
            id: number;
            username: string;
            email: string;
            /** @enum {string} */
            role: "user" | "admin";
            subscriptionPlan: string | null;
            /** @description Contracts paid for */
            usageCount: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            disabledAt: string | null;
        };
        AdminVerification: {
            /** Format: date-time */
            checkedAt: string;
            tookMs: number;
            /** @description Invariants that hold */
            holding: number;
            violations: number;
            /** @description Invariants that could not be checked */
            unchecked: number;
            /** @description The first violations */
            lines: string[];
        };
        AgreementData: {
            partyAName: string;
            /** Format: email */
            partyAEmail: string;
            partyBName: string;
            /** Format: email */
            partyBEmail: string;
            /** @description Dollars and cents, such as 250 or 250.00 */
            agreementAmount?: string;
            /** @enum {string} */
            planType: "split-second-contract" | "basic" | "standard" | "pro";
            backupTranscript?: string;
            /** @enum {boolean} */
            temporary: true;
            isRemoteContract?: boolean;
            title?: string;
            /** @enum {string} */
            kind?: "car" | "item" | "cleaning" | "lawn" | "babysitting" | "loan" | "other";
            /** @enum {string} */
            escrowHoldPeriod?: "24hrs" | "3days" | "7days" | "14days" | "30days";
            /**
             * Format: date-time
             * @description When recording was started below the words that everyone present knows of it; device time. One that cannot be is not kept
             */
            noticeGivenAt?: string;
            spoken?: components["schemas"]["SpokenBody"];
        };
        AgreementStats: {
            totalAgreements: number;
            pendingAgreements: number;
            awaitingAgreements: number;
            processingAgreements: number;
            completedAgreements: number;
            cancelledAgreements: number;
        };
        AgreementView: {
            id: number;
            agreementId: string;
            partyAName: string;
            partyBName: string;
            partyAEmail: string;
            partyBEmail: string;
            /** @enum {string} */
            planType: "split-second-contract" | "basic" | "standard" | "pro";
            /**
             * @description What kind of deal was chosen
             * @enum {string|null}
             */
            kind: "car" | "item" | "cleaning" | "lawn" | "babysitting" | "loan" | "other" | null;
            /** @description What it is about, as party A says */
            title: string | null;
            amount: string | null;
            currency: string;
            /** @enum {string} */
            status: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled";
            statusReason: string | null;
            escrowStatus: string | null;
            /** @description Whether its owner is who pays into the escrow, and so may release it */
            isEscrowBuyer: boolean;
            /**
             * @description How long an escrow waits after delivery
             * @enum {string}
             */
            escrowHoldPeriod: "24hrs" | "3days" | "7days" | "14days" | "30days";
            hasAudioRecording: boolean;
            durationSeconds: number | null;
            sha256: string | null;
            photoUrl: string | null;
            isRemoteContract: boolean;
            /**
             * Format: date-time
             * @description When it was saved first
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the server stored the recording that counts
             */
            recordedAt: string;
            /**
             * Format: date-time
             * @description When that recording was begun; device time. Null where nobody told, as of a file
             */
            recordingStartedAt: string | null;
            /** Format: date-time */
            paidAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            cancelledAt: string | null;
            /** @description What the person who ended it wrote */
            cancelNote: string | null;
            /** Format: date-time */
            contentDeletedAt: string | null;
            mailProblem: string | null;
            /** @description Whether mail to party B came back and none about the contract was ever taken there */
            isPartyBUnreached: boolean;
            invitation: components["schemas"]["InvitationView"] | null;
            /**
             * Format: date-time
             * @description From when the link to pay can be sent again; null when none was sent yet, or nothing is to be paid
             */
            nextResendAt: string | null;
            /** Format: date-time */
            consentedAt: string | null;
            consents: components["schemas"]["ConsentView"][];
            transcript: components["schemas"]["TranscriptState"];
        };
        AmountCheckView: {
            typedCents: number;
            spokenCents: number[];
            /** @description False when amounts were said and none of them is the typed one */
            agrees: boolean;
        };
        AssistantAnswer: {
            response: string;
            /** @enum {string} */
            category: "legal" | "financial" | "parties" | "terms" | "general";
            suggestions: string[];
            /**
             * @description Of answer and suggestions: that of the question
             * @enum {string}
             */
            language: "en" | "es";
        };
        AssistantContext: {
            agreementType?: string;
            planType?: string;
            parties?: components["schemas"]["AssistantParties"];
            messageHistory?: components["schemas"]["EarlierMessage"][];
        };
        AssistantParties: {
            partyA?: string;
            partyB?: string;
        };
        AssistantQuestion: {
            query: string;
            context?: components["schemas"]["AssistantContext"];
        };
        BalanceView: {
            account: string;
            /** @description What is ours or owed to us is positive; what we owe or have earned is negative */
            balanceCents: number;
        };
        CancelBody: {
            reason?: string;
        };
        CheckView: {
            name: string;
            /** @enum {string} */
            status: "up" | "down";
            /** @description Whatever helps an operator, such as the speech engines and models */
            detail?: {
                [key: string]: unknown;
            };
        };
        ChunkList: {
            /** Format: uuid */
            recordingId: string;
            chunks: components["schemas"]["ChunkView"][];
        };
        ChunkView: {
            /** @description Place in the recording, from 0 */
            n: number;
            bytes: number;
            /** @description SHA-256 */
            sha256: string;
        };
        CodeBody: {
            code: string;
        };
        CodeKey: {
            /** @description Works like the key of the mailed link, for an hour */
            key: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ConfirmationBody: {
            /** @description Key of the mailed link, or of the code on the screen */
            key: string;
            /** @enum {string} */
            answer: "yes" | "no";
            reason?: string;
        };
        ConfirmationView: {
            agreementId: string;
            partyAName: string;
            partyBName: string;
            /**
             * @description What kind of deal was chosen
             * @enum {string|null}
             */
            kind: "car" | "item" | "cleaning" | "lawn" | "babysitting" | "loan" | "other" | null;
            /** @description What it is about, as party A says */
            title: string | null;
            amount: string | null;
            /** Format: date-time */
            createdAt: string;
            isRemoteContract: boolean;
            /**
             * @description How party B was reached
             * @enum {string}
             */
            via: "link" | "screen";
            /** @description Whether the recording can still be heard */
            hasAudioRecording: boolean;
            /**
             * @description What was said with such a key; a no of any key stays
             * @enum {string|null}
             */
            answer: "yes" | "no" | null;
            /** Format: date-time */
            answeredAt: string | null;
            /** @description It is a yes from the device of party A: one from another device counts for more */
            isOnDeviceOfA: boolean;
            consents: components["schemas"]["ConsentView"][];
        };
        ConsentBody: {
            /** @description Key of the mailed link */
            key?: string;
            /** @enum {string} */
            wordingVersion: "2026-11" | "2026-11-es";
            statements: components["schemas"]["ConsentStatements"];
            spoken?: components["schemas"]["SpokenBody"];
        };
        ConsentReceipt: {
            agreementId: string;
            /** @enum {string} */
            status: "processing";
            /** @description SHA-256 of the recording as received */
            sha256: string;
            durationSeconds: number;
            /** Format: date-time */
            consentedAt: string;
        };
        ConsentStatements: {
            /** @enum {boolean} */
            isNamedPerson: true;
            /** @enum {boolean} */
            agreesToRecording: true;
            /** @enum {boolean} */
            agreesToElectronicRecords: true;
            /** @enum {boolean} */
            hasHeardTerms: true;
        };
        ConsentView: {
            /** @enum {string} */
            party: "a" | "b";
            /**
             * @description To being recorded, or to the terms
             * @enum {string}
             */
            kind: "recording" | "agreement";
            /**
             * @description How sure it is who agreed
             * @enum {string}
             */
            grade: "unconfirmed" | "voice_only" | "same_device" | "confirmed_on_screen" | "confirmed_by_code" | "confirmed_by_link" | "objected";
            /** Format: date-time */
            at: string;
            maskedEmail: string | null;
            origin: components["schemas"]["OriginView"] | null;
            /** @description Party A acted from the same address with the same kind of browser: perhaps on the same device */
            isDeviceAlike: boolean;
            objection: components["schemas"]["ObjectionView"] | null;
            /**
             * @description What it was before the objection
             * @enum {string|null}
             */
            objectedGrade: "unconfirmed" | "voice_only" | "same_device" | "confirmed_on_screen" | "confirmed_by_code" | "confirmed_by_link" | "objected" | null;
        };
        ContactMessage: {
            name: string;
            /** Format: email */
            email: string;
            /** @enum {string} */
            issueType: "audio_recording" | "transcription" | "payment_billing" | "escrow_release" | "agreement_access" | "plan_features" | "legal_questions" | "technical_support" | "account_access" | "contract_disputes" | "feature_request" | "other";
            message: string;
            /** Format: date-time */
            timestamp: string;
        };
        CreateConnectAccount: {
            /** @description The caller */
            userId: number;
            /** Format: email */
            email: string;
        };
        CreateEscrowIntent: {
            agreementId: string;
            /** @description Dollars */
            amount: number;
            /** Format: email */
            sellerEmail: string;
            /** @description As shown to the buyer; refused when it is not the fee */
            platformFeePercent?: number;
        };
        CreatePaymentIntent: {
            /**
             * @description The plan of the recording; needed without `type`
             * @enum {string}
             */
            planType?: "split-second-contract" | "basic" | "standard" | "pro";
            /** @enum {string} */
            type?: "contract" | "manual_transcription" | "held_payment";
            agreementId: string;
            /** @description Dollars as shown to the payer; refused when it is not the price */
            amount?: number;
            description?: string;
            claimToken?: string;
        };
        CreateSubscription: {
            /** @description Must be the caller */
            userId: number;
        };
        CreditView: {
            /** @description The contract that came to nothing */
            agreementId: string;
            /** @description What was paid for it */
            amountCents: number;
            currency: string;
            /**
             * Format: date-time
             * @description Until when it pays for another contract
             */
            expiresAt: string;
        };
        CustomerServiceRequest: {
            agreementId: string;
        };
        DecideEscrow: {
            /** @description Dollars to the seller, before the fee; the rest goes back */
            sellerAmount: number;
            reason: string;
        };
        DeclineBody: {
            /** @description Key of the mailed link */
            key?: string;
            reason?: string;
        };
        DeclineReceipt: {
            agreementId: string;
            /** @enum {string} */
            status: "cancelled";
        };
        DeleteContentBody: {
            reason: string;
            /** @description Party B of a completed contract does not need it as proof, and has said so to support */
            partyBAgrees?: boolean;
        };
        DigitalReceipt: {
            agreementId: string;
        };
        DraftAmountCheck: {
            /** @description What was typed */
            typedCents: number;
            spokenCents: number[];
            /** @description False when amounts were said and none of them is the typed one */
            agrees: boolean;
        };
        DraftTranscript: {
            text: string;
            /** @description What is spoken, as BCP-47; null where nobody knows */
            language: string | null;
            /** @description Seconds */
            duration: number;
            segments: components["schemas"]["DraftTranscriptSegment"][];
            /** @description Null when no amount was typed, or none that was said can be compared */
            amountCheck: components["schemas"]["DraftAmountCheck"] | null;
        };
        DraftTranscriptSegment: {
            /** @description Seconds from the beginning */
            start: number;
            text: string;
        };
        EarlierMessage: {
            /** @enum {string} */
            type?: "user" | "assistant" | "tip";
            /** @enum {string} */
            role?: "user" | "assistant" | "tip";
            content?: string;
            id?: string;
            timestamp?: string;
            category?: string;
        };
        ErrorAnswer: {
            statusCode: number;
            /** @enum {string} */
            code: "invalid_input" | "invalid_multipart" | "invalid_signature" | "unauthenticated" | "invalid_credentials" | "sign_in_to_confirm" | "payment_required" | "wrong_password" | "password_required" | "link_required" | "address_unverified" | "forbidden" | "not_found" | "agreement_not_found" | "not_ready" | "request_timeout" | "invitation_not_paid" | "invitation_answered" | "invitation_opened" | "already_objected" | "wording_outdated" | "chunk_conflict" | "upload_incomplete" | "recording_sealed" | "nothing_to_retry" | "email_taken" | "already_paid" | "payment_processing" | "invalid_transition" | "idempotency_conflict" | "already_subscribed" | "not_subscribed" | "already_held" | "held_payment_moved" | "already_refunded" | "invitation_cancelled" | "invitation_expired" | "link_invalid" | "code_expired" | "recording_expired" | "file_too_large" | "body_too_large" | "unsupported_media" | "unsupported_photo" | "range_not_satisfiable" | "empty_recording" | "broken_recording" | "several_sound_tracks" | "recording_too_long" | "broken_photo" | "price_mismatch" | "amount_out_of_range" | "seller_is_buyer" | "code_wrong" | "consent_incomplete" | "consent_repeats_recording" | "consent_without_speech" | "weak_password" | "too_many_attempts" | "too_many_reminders" | "too_many_requests" | "daily_limit" | "transcription_failed" | "internal" | "payment_provider" | "storage_full" | "unavailable";
            message: string;
            errors?: components["schemas"]["FieldProblem"][];
            correlationId: string;
        };
        EscrowDeal: {
            buyer: string;
            /** @description Null where the seller is somebody else than the other party */
            seller: string | null;
            /** @enum {string|null} */
            kind: "car" | "item" | "cleaning" | "lawn" | "babysitting" | "loan" | "other" | null;
            /** @description What it is about, as party A says */
            title: string | null;
            /**
             * Format: date-time
             * @description When the recording that counts was made
             */
            recordedAt: string;
            /** @description Length of the recording */
            durationSeconds: number;
        };
        EscrowIntentAnswer: {
            /** @description The seller has to set up payouts before anybody can pay */
            requiresOnboarding: boolean;
            clientSecret: string | null;
            /** @description Dollars */
            platformFee: number;
            /** @description Dollars */
            sellerAmount: number;
            paymentIntentId: string | null;
        };
        EscrowStep: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            by: "buyer" | "seller" | "admin" | "clock" | "stripe";
            change: string;
            /** @enum {string} */
            state: "requires_onboarding" | "requires_payment" | "held" | "release_due" | "releasing" | "released" | "refunding" | "refunded" | "disputed" | "resolving" | "resolved" | "charged_back" | "failed";
            note: string | null;
        };
        EscrowTerms: {
            /** @description Percent of what the seller is paid */
            feePercent: number;
            minCents: number;
            maxCents: number;
            /** @description Hours between delivery and release by the name of the period */
            holdHours: {
                [key: string]: number;
            };
        };
        EscrowView: {
            agreementId: string;
            /** @enum {string} */
            state: "requires_onboarding" | "requires_payment" | "held" | "release_due" | "releasing" | "released" | "refunding" | "refunded" | "disputed" | "resolving" | "resolved" | "charged_back" | "failed";
            /** @description Cents, as are all amounts below */
            amount: number;
            platformFee: number;
            /** @description Percent of what the seller is paid, for this payment */
            feePercent: number;
            sellerAmount: number;
            /** @description What goes, or is promised to go, back to the buyer */
            buyerRefund: number;
            /** @description What of that was sent back by hand already, while nothing is decided */
            sentBack: number;
            /** @description What a bank has taken back for good while it was held; nobody else gets it */
            chargedBack: number;
            currency: string;
            /** @description Hours from delivery to release */
            holdHours: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            heldAt: string | null;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: date-time */
            receivedAt: string | null;
            /** Format: date-time */
            releaseAt: string | null;
            /**
             * Format: date-time
             * @description When the money goes back to the buyer by itself, as things stand; null where it does not
             */
            backAt: string | null;
            /** Format: date-time */
            settledAt: string | null;
            problem: string | null;
            decision: string | null;
            /** @enum {string|null} */
            chargeback: "open" | "won" | "lost" | null;
            /** @description There is no contract any more */
            isContractCancelled: boolean;
            /** @description It is closed, but may still be paid; then all of it goes back */
            isChargePossible: boolean;
            /** @description The account of one of the two was disabled, so an administrator decides */
            isAccountDisabled: boolean;
            /** @description No mail has reached the buyer, so an administrator decides */
            isBuyerUnreached: boolean;
            /** @description No money moves */
            isTest: boolean;
            /** @enum {string} */
            role: "buyer" | "seller" | "owner";
            /**
             * @description Which party of the contract pays
             * @enum {string}
             */
            buyerParty: "a" | "b";
            seller: string;
            /** @description Null while the agreement cannot be asked about */
            deal: components["schemas"]["EscrowDeal"] | null;
            /** @description The seller can be paid; told to the seller, through an account of their own */
            sellerReady: boolean;
            /** @description The payout account was opened in the session of the buyer */
            payoutsByBuyer: boolean;
            /** @description The recording is no longer kept, so that nothing can be begun again */
            isContentDeleted: boolean;
            /** @description The buyer has paid by a way that takes days, and the bank has not decided */
            isBankTaking: boolean;
            /**
             * Format: date-time
             * @description From when on the buyer may take the money back when nothing was delivered
             */
            takeBackAt: string | null;
            /** @description What the caller may do now */
            actions: ("pay" | "delivered" | "received" | "release" | "problem" | "refund" | "take-back" | "onboard")[];
            steps: components["schemas"]["EscrowStep"][];
        };
        ExtendBody: {
            reason: string;
            days: number;
            /**
             * Format: date-time
             * @description The end that was shown: where it was moved since, nothing is added
             */
            from?: string;
        };
        FallbackOption: {
            available: boolean;
            description: string;
        };
        FallbackOptions: {
            manualService: components["schemas"]["FallbackOption"];
            customerService: components["schemas"]["FallbackOption"];
        };
        FieldProblem: {
            field: string;
            message: string;
        };
        ForgottenPassword: {
            /** Format: email */
            email: string;
        };
        GapView: {
            /** @enum {string} */
            recording: "a" | "b";
            /** @description Seconds */
            start: number;
            /** @description Seconds */
            end: number;
        };
        GeneratedTranscript: {
            transcript: string;
            /** @description True when it existed before this call */
            cached: boolean;
        };
        HumanOrderState: {
            /**
             * @description `requested` is not paid; of one that is `refunded` the money went back, and it can be ordered again
             * @enum {string}
             */
            status: "requested" | "paid" | "delivered" | "refunded";
            /**
             * Format: date-time
             * @description Null until it is paid
             */
            dueAt: string | null;
        };
        HumanOrderView: {
            /** Format: uuid */
            orderId: string;
            agreementId: string;
            /** @enum {string} */
            status: "requested" | "paid" | "delivered" | "refunded";
            /** @description Dollars */
            amount: number;
            currency: string;
            /**
             * Format: date-time
             * @description Null until it is paid
             */
            dueAt: string | null;
        };
        HumanTranscript: {
            text: string;
            sha256: string;
            /** Format: date-time */
            deliveredAt: string;
        };
        InvitationView: {
            /** Format: date-time */
            issuedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When a mailed link was opened first; who has the number alone opens none
             */
            openedAt: string | null;
            /**
             * Format: date-time
             * @description From when party B can be reminded again; null when that was not asked for yet
             */
            nextReminderAt: string | null;
        };
        LanguageChoice: {
            /** @description Key of the link in a mail */
            key: string;
            /** @enum {string} */
            language: "en" | "es";
        };
        LedgerView: {
            balances: components["schemas"]["BalanceView"][];
            /** @description Over all accounts; anything but 0 is an error */
            sumCents: number;
        };
        LineTurnBody: {
            /** @enum {string} */
            party: "a" | "b";
            /** @description Seconds from the start of the recording */
            start: number;
            /** @description Seconds from the start of the recording */
            end: number;
        };
        LiveAgreementEvent: {
            agreementId: string;
            /** @enum {string|null} */
            status: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled" | null;
            /** @enum {string|null} */
            stage: "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed" | null;
            percent: number | null;
            /** @description Stretches of speech that can be read already */
            segmentCount: number | null;
            /** Format: date-time */
            at: string;
        };
        LogEventView: {
            seq: number;
            /** Format: date-time */
            at: string;
            actor: string;
            type: string;
            /** @description IP address of the person who acted */
            address: string | null;
            /** @description What their browser calls itself */
            device: string | null;
            detail: Record<string, never>;
            /** @description Hash of the event before; zeros for the first */
            prevHash: string;
            /** @description SHA-256 over `prevHash` and the event in canonical JSON */
            hash: string;
        };
        Login: {
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
        };
        LoginAnswer: {
            /** @description Bearer token, valid for at most 12 hours */
            token: string;
            user: components["schemas"]["User"];
        };
        NewAnswer: {
            message: string;
            /** @description How many answers its writer has seen: where there are more, it is not sent */
            seen?: number;
        };
        NewUpload: {
            /** Format: uuid */
            recordingId: string;
            /** @description Sent with every further call in the header x-upload-token */
            uploadToken: string;
            maxChunkBytes: number;
        };
        NextReminder: {
            /** Format: date-time */
            nextAllowedAt: string;
        };
        ObjectionView: {
            /** @description IP address */
            address: string | null;
            /** @description What the browser calls itself */
            device: string | null;
            /** Format: date-time */
            at: string;
            reason: string | null;
            /** @enum {string} */
            via: "link" | "screen";
        };
        Onboarding: {
            /**
             * Format: uri
             * @description Opens once
             */
            onboardingUrl: string;
        };
        OperatorView: {
            name: string | null;
            address: string | null;
            email: string | null;
            law: string | null;
        };
        OrderedRecordingView: {
            /**
             * @description Who speaks: of a contract made in one room, `a` is of both
             * @enum {string}
             */
            party: "a" | "b";
            durationSeconds: number;
        };
        OriginView: {
            /** @description IP address */
            address: string | null;
            /** @description What the browser calls itself */
            device: string | null;
        };
        OwnSession: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            lastSeenAt: string;
            /** @description What the browser calls itself */
            device: string | null;
            /** @description The one that asks */
            isCurrent: boolean;
        };
        PageError: {
            page: string;
            message: string;
            stack: string;
        };
        PaidDeal: {
            agreementId: string;
            partyAName: string;
            partyBName: string;
            /** @enum {string|null} */
            kind: "car" | "item" | "cleaning" | "lawn" | "babysitting" | "loan" | "other" | null;
            /** @description What it is about, as party A says */
            title: string | null;
            amount: string | null;
            currency: string;
            /** @description Length of the recording */
            durationSeconds: number;
            /**
             * Format: date-time
             * @description When it was saved first
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the recording that counts was made
             */
            recordedAt: string;
        };
        PartyBCorrection: {
            /** Format: email */
            email: string;
        };
        PasswordChange: {
            /** Format: password */
            currentPassword: string;
            /** Format: password */
            newPassword: string;
        };
        PasswordConfirmation: {
            /** Format: password */
            password: string;
        };
        PasswordReplaced: {
            /** @enum {boolean} */
            success: true;
            /**
             * @description Whose login takes the password
             * @enum {string}
             */
            role: "user" | "admin";
        };
        PasswordReset: {
            token: string;
            /** Format: password */
            newPassword: string;
        };
        PasswordSaved: {
            /** @enum {boolean} */
            success: true;
        };
        PaymentDue: {
            clientSecret: string;
            amountCents: number;
        };
        PaymentIntentAnswer: {
            /** @description Null when there is nothing to pay */
            clientSecret: string | null;
            paymentIntentId: string | null;
            /** @description Cents */
            amount: number;
            currency: string;
            /**
             * @description What spares the payment
             * @enum {string|null}
             */
            coveredBy: "subscription" | "credit" | null;
        };
        PaymentsMode: {
            /** @enum {string} */
            mode: "stripe" | "sandbox";
            publishableKey: string | null;
            /** @description Where the sandbox form confirms */
            sandboxConfirmUrl: string | null;
        };
        PaymentState: {
            /**
             * @description `failed`: the last try was declined; `covered`: there is nothing to pay
             * @enum {string}
             */
            status: "none" | "open" | "failed" | "paid" | "covered" | "refunded" | "cancelled";
            receiptNumber: string | null;
            /** @description Cents */
            amount: number;
            currency: string;
            /** Format: date-time */
            paidAt: string | null;
        };
        PendingPayment: {
            /** @description Dollars */
            amount: number;
            /** @enum {string} */
            type: "contract" | "manual_transcription" | "held_payment";
            agreementId: string;
            description: string;
        };
        PendingPayments: {
            /** @description Each can be sent back as it is, to be paid */
            pendingPayments: components["schemas"]["PendingPayment"][];
            /** @description Of their agreements; those that cannot be asked about are left out */
            deals?: components["schemas"]["PaidDeal"][];
        };
        PendingTranscript: {
            /** @enum {string} */
            status: "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed";
            percent: number;
        };
        PlanView: {
            priceCents: number;
            /** @description Longest recording in seconds */
            maxSeconds: number;
        };
        Prices: {
            /** @description Cents */
            contract: number;
            /** @description Cents for a transcript made by a person */
            manualTranscription: number;
            /** @description Cents a month */
            subscription: number;
        };
        Profile: {
            username: string;
            /** Format: email */
            email: string;
        };
        PublicConfig: {
            payments: components["schemas"]["PaymentsMode"];
            operator: components["schemas"]["OperatorView"];
            prices: components["schemas"]["Prices"];
            plans: {
                [key: string]: components["schemas"]["PlanView"];
            };
            escrow: components["schemas"]["EscrowTerms"];
            /** @description Longest recording by plan in seconds */
            limits: Record<string, never>;
        };
        PublicHealth: {
            /** @enum {string} */
            status: "up" | "down";
        };
        PublishedKey: {
            /** @description SHA-256 of the key in DER, 16 digits */
            keyId: string;
            /** @enum {string} */
            algorithm: "Ed25519";
            /** @description SubjectPublicKeyInfo as PEM */
            publicKey: string;
            /** @description New seals are signed with it */
            isCurrent: boolean;
            /**
             * Format: date-time
             * @description Others have it since then: what it signed counts where an authority has time-stamped it before
             */
            leakedAt: string | null;
        };
        PublishedKeys: {
            keys: components["schemas"]["PublishedKey"][];
        };
        PublishedLogHead: {
            /** Format: date */
            day: string;
            /** @description How many logs */
            agreements: number;
            /** @description SHA-256 over the ends of all logs */
            sha256: string;
            /** @description Of the Merkle tree (RFC 6962) over the ends: a packet has the path to it */
            root: string | null;
            /** @description Ed25519 over the statement, base64url */
            signature: string;
            keyId: string;
            /** @description What is signed */
            statement: string;
        };
        PublishedLogHeads: {
            heads: components["schemas"]["PublishedLogHead"][];
        };
        ReasonBody: {
            reason: string;
        };
        ReceiptView: {
            number: string;
            description: string;
            /** @enum {string} */
            purpose: "contract" | "manual_transcription" | "subscription" | "held_payment";
            agreementId: string | null;
            amountCents: number;
            /** @description What went back to the payer */
            refundedCents: number;
            currency: string;
            /** Format: date-time */
            paidAt: string;
            /** Format: date-time */
            refundedAt: string | null;
            /** @description No money was moved */
            isTest: boolean;
            /** @description Of its agreement; left out where that cannot be asked about */
            deal?: components["schemas"]["PaidDeal"];
        };
        RefundBody: {
            reason: string;
        };
        RefundEscrow: {
            /** @description Dollars; everything when it is left out */
            amount?: number;
        };
        Reminded: {
            /** Format: date-time */
            nextAllowedAt: string;
            /**
             * Format: date-time
             * @description Until when the new link opens
             */
            expiresAt: string;
        };
        RemoteAgreementView: {
            id: number;
            agreementId: string;
            /** @enum {string} */
            planType: "split-second-contract" | "basic" | "standard" | "pro";
            /**
             * @description What kind of deal was chosen
             * @enum {string|null}
             */
            kind: "car" | "item" | "cleaning" | "lawn" | "babysitting" | "loan" | "other" | null;
            /** @description What it is about, as party A says; null without the mailed key */
            title: string | null;
            partyAName: string;
            partyBName: string;
            amount: string | null;
            /** Format: date-time */
            createdAt: string;
            photoUrl: string | null;
            /** @description How long the recording is */
            durationSeconds: number | null;
        };
        ReportProblem: {
            reason: string;
        };
        RequestHumanTranscript: {
            agreementId: string;
        };
        ResetRequestedAnswer: {
            message: string;
        };
        RetryReason: {
            reason: string;
        };
        SavedAgreement: {
            agreementId: string;
            /** @description Lets the creator claim the agreement after signing up; also set as a cookie */
            claimToken: string;
            /** @enum {string} */
            status: "pending";
            /** @description SHA-256 of the recording as received */
            sha256: string;
            bytes: number;
            durationSeconds: number;
            /** Format: date-time */
            createdAt: string;
        };
        SavedCard: {
            brand: string;
            last4: string;
        };
        SegmentView: {
            /**
             * @description Whose recording it is from: party A's, or party B's of an agreement made apart
             * @enum {string}
             */
            recording: "a" | "b";
            /** @description Seconds from the start of that recording */
            start: number;
            /** @description Seconds from the start of that recording */
            end: number;
            text: string;
            /** @description One of `speakers` */
            speaker: string | null;
            /** @description 0..1 */
            confidence: number | null;
            /** @description Null when the engine gives no times of words */
            words: components["schemas"]["WordView"][] | null;
            /** @description Nobody seems to speak where these words were heard */
            isDoubtful: boolean;
            /** @description Somebody else speaks at the same time */
            isOverlap: boolean;
        };
        ServiceHealthView: {
            name: string;
            /** @enum {string} */
            status: "up" | "down";
            checks: components["schemas"]["CheckView"][];
        };
        ShownLink: {
            /** @description What the other phone opens */
            url: string;
            /** Format: date-time */
            expiresAt: string;
        };
        Signup: {
            username: string;
            /** Format: email */
            email: string;
            /** Format: password */
            password: string;
        };
        SoundOutline: {
            /** @description Loudness of a party's recording over time, 0..1; empty while it is not prepared */
            peaks: number[];
        };
        SpeakerNaming: {
            name: string;
            /**
             * @description Null for somebody who is no party
             * @enum {string|null}
             */
            party: "a" | "b" | null;
            /** @description Of the transcript in which the voice was heard: another one may number the voices differently */
            sha256?: string;
        };
        SpeakerView: {
            /** @description As the segments name this voice */
            label: string;
            /**
             * @description The party it is taken for
             * @enum {string|null}
             */
            party: "a" | "b" | null;
            /** @description The party's name, or what the owner calls this voice */
            name: string;
            /**
             * @description Why: said the name, spoke where the lines of this party were pressed, is the other of two of whom one is named, has a recording of their own, or named by the owner; `order`, who speaks first, only in older transcripts
             * @enum {string|null}
             */
            basis: "said" | "script" | "other" | "recording" | "order" | "owner" | null;
        };
        SpeechView: {
            /** @description ISO 639-1 codes of what can be transcribed now; null: whatever people usually speak */
            languages: string[] | null;
        };
        SpokenBody: {
            /** @enum {string} */
            language?: "en" | "es" | "ar" | "bg" | "cs" | "da" | "de" | "el" | "et" | "fi" | "fr" | "hi" | "hr" | "hu" | "it" | "ja" | "ko" | "lt" | "lv" | "mt" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sv" | "tl" | "tr" | "uk" | "vi" | "zh";
            /** @description Whose line of the script was pressed as said when */
            turns?: components["schemas"]["LineTurnBody"][];
            /**
             * Format: date-time
             * @description When the recording was begun; device time. Not told of a file that was made elsewhere
             */
            startedAt?: string;
        };
        SpokenConsentView: {
            /** @enum {string} */
            party: "a" | "b";
            /**
             * @description `not_said`: they speak and do not say it; `silent`: they are never heard; `unchecked`: nobody can say
             * @enum {string}
             */
            state: "said" | "not_said" | "silent" | "unchecked";
            /**
             * @description Why it could not be checked. `words`: they are not good, not clear enough or missing where somebody speaks, or in another language than those in which it is looked for; `voices`: nobody knows who said them; `taken_back`: what follows a yes may undo it
             * @enum {string|null}
             */
            reason: "words" | "voices" | "taken_back" | null;
            /** @enum {string|null} */
            recording: "a" | "b" | null;
            /** @description Second of that recording */
            start: number | null;
            text: string | null;
        };
        SubscriptionSecret: {
            /** @description For the form that pays the first month */
            clientSecret: string;
        };
        SubscriptionView: {
            /**
             * @description `incomplete`: the first month is not paid yet; `past_due`: a renewal could not be charged
             * @enum {string}
             */
            status: "none" | "incomplete" | "active" | "past_due" | "canceled";
            /** @description Price of a month in cents */
            amountCents: number;
            currency: string;
            /**
             * Format: date-time
             * @description Until when it is paid
             */
            periodEnd: string | null;
            /** @description Cancelled; runs until the end of what is paid */
            endsAtPeriodEnd: boolean;
            /** Format: date-time */
            startedAt: string | null;
            card: components["schemas"]["SavedCard"] | null;
            /** @description What is owed now, and the secret to pay it */
            paymentDue: components["schemas"]["PaymentDue"] | null;
        };
        SystemHealth: {
            /** @enum {string} */
            status: "up" | "down";
            services: components["schemas"]["ServiceHealthView"][];
        };
        TermView: {
            /** @enum {string} */
            kind: "party" | "item" | "amount" | "date" | "condition";
            /** @description As it stands in the transcript */
            text: string;
            /** @description Normalised */
            value: string | null;
            /** @enum {string} */
            recording: "a" | "b";
            /** @description Second of that recording at which it was said */
            start: number;
            speaker: string | null;
            /** @description Should be checked by ear before anybody relies on it */
            isUnsure: boolean;
        };
        Ticket: {
            number: string;
            name: string;
            email: string;
            /** @enum {string} */
            issueType: "audio_recording" | "transcription" | "payment_billing" | "escrow_release" | "agreement_access" | "plan_features" | "legal_questions" | "technical_support" | "account_access" | "contract_disputes" | "feature_request" | "other";
            message: string;
            agreementId: string | null;
            /** @description Of a subscriber: answered before others */
            isPriority: boolean;
            /** @enum {string} */
            status: "open" | "answered";
            /** Format: date-time */
            createdAt: string;
            answers: components["schemas"]["TicketAnswer"][];
        };
        TicketAnswer: {
            /** Format: date-time */
            at: string;
            adminId: number;
            message: string;
            /**
             * @description Of the mail that brings it
             * @enum {string|null}
             */
            mailStatus: "queued" | "sent" | "bounced" | "undelivered" | "skipped" | null;
        };
        TicketNumber: {
            ticketNumber: string;
        };
        TranscribedDraft: {
            agreement: components["schemas"]["AgreementView"];
            transcript: components["schemas"]["DraftTranscript"];
            digitalReceipt: components["schemas"]["DigitalReceipt"];
        };
        TranscriptPending: {
            /** @enum {string} */
            status: "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed";
            percent: number;
        };
        TranscriptState: {
            /** @enum {string} */
            stage: "none" | "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed";
            percent: number;
        };
        TranscriptView: {
            agreementId: string;
            /** @enum {string} */
            status: "none" | "queued" | "preparing" | "transcribing" | "sealing" | "done" | "failed";
            percent: number;
            /** @description Party A's words, then party B's if they were apart */
            text: string;
            /** @description What is spoken in party A's recording, as BCP-47; null where nobody knows */
            language: string | null;
            /** @description The same of party B's, when it is one of its own */
            consentLanguage: string | null;
            /** @description Of all recordings together */
            durationSeconds: number;
            /** @description `human` when a person wrote it */
            engine: string | null;
            /** @description Made by an engine that often mishears */
            draft: boolean;
            /**
             * @description `draft`: words are often wrong, terms are not confirmed; `unclear`: words are mostly wrong, so nobody is mailed them. Null until there are words
             * @enum {string|null}
             */
            quality: "good" | "draft" | "unclear" | null;
            /**
             * @description Why it failed: no engine that is here now understands the language. Null for other reasons
             * @enum {string|null}
             */
            problem: "language" | null;
            sha256: string | null;
            /** @description Loudness of party A's recording over time, 0..1 */
            peaks: number[];
            /** @description The same of party B's, when it is one of its own */
            consentPeaks: number[];
            /** @description While it is being made: those of the parts that are done */
            segments: components["schemas"]["SegmentView"][];
            /** @description Somebody speaks here, but there are no words */
            gaps: components["schemas"]["GapView"][];
            speakers: components["schemas"]["SpeakerView"][];
            /** @description Two people speak in one recording, and nobody could tell who says what */
            areVoicesUnclear: boolean;
            /** @description One voice was found in a recording that two people made together: perhaps one speaks, perhaps both sound alike */
            isOneVoice: boolean;
            /** @description What the parties settled, in the order in which it was said */
            terms: components["schemas"]["TermView"][];
            /** @description Null when no amount was typed, or none that was said can be compared */
            amountCheck: components["schemas"]["AmountCheckView"] | null;
            /** @description Of each party; empty until it is done */
            spokenConsents: components["schemas"]["SpokenConsentView"][];
            /**
             * @description Whether the two recordings sound like one person, as a machine hears it: a hint, never proof. Null where there is one recording
             * @enum {string|null}
             */
            voiceMatch: "alike" | "different" | "unknown" | null;
            /** @description A draft that an engine which is here now could make better */
            isRenewable: boolean;
            /** @description A better engine makes it anew; these words stay until then */
            isRenewing: boolean;
            /** @description Made by a person, beside the other */
            human: components["schemas"]["HumanTranscript"] | null;
            /** @description Made by a person of party A's recording alone, before party B's was there */
            humanOfPartyA?: components["schemas"]["HumanTranscript"];
            /** @description The order of a transcript by a person that counts; null where there is none */
            humanOrder: components["schemas"]["HumanOrderState"] | null;
            /** @description Only when it failed */
            fallbackOptions: components["schemas"]["FallbackOptions"] | null;
        };
        User: {
            id: number;
            username: string;
            email: string;
            /** @description The link that was mailed to the address has been opened */
            emailVerified: boolean;
            /** @description The address that takes its place when the link that was mailed there is opened */
            pendingEmail: string | null;
            /** @enum {string} */
            role: "user" | "admin";
            subscriptionPlan: string | null;
            /** @description Contracts paid for */
            usageCount: number;
            /** Format: date-time */
            createdAt: string;
        };
        Verification: {
            /**
             * @description `altered`: what we keep is not as it was sealed; `unknown`: nothing is sealed under it
             * @enum {string}
             */
            status: "valid" | "altered" | "unknown";
            agreementId: string | null;
            /** @description Of the newest seal */
            version: number | null;
            /** Format: date-time */
            completedAt: string | null;
            /** Format: date-time */
            sealedAt: string | null;
            /** @description Published in keys.json */
            keyId: string | null;
            manifestSha256: string | null;
            /**
             * Format: date-time
             * @description What the time-stamping authority says, when there is a time stamp
             */
            timestampAt: string | null;
            /**
             * Format: date-time
             * @description When the files of the newest seal were last read and compared, in the check of each night; null before the first
             */
            checkedAt: string | null;
            /** @description All of them, oldest first: the last is the one that counts */
            seals: components["schemas"]["VerifiedSeal"][];
            /** @description Of the newest seal */
            parts: components["schemas"]["VerifiedPart"][];
            /** @description Of the seals before, without what the newest has, too: they are as they were sealed then */
            earlierParts: components["schemas"]["VerifiedEarlierPart"][];
            /** @description What stands beside the parts in the packets of all seals: signatures, time stamp, daily head */
            additions: components["schemas"]["VerifiedAddition"][];
            /** @description What we have made of the sealed recordings so that they can be heard anywhere; not the originals */
            copies: components["schemas"]["VerifiedCopy"][];
            /** @description Where a hash was asked for: the file is a copy of a sealed transcript in another format, and not what was sealed */
            transcriptCopy: components["schemas"]["VerifiedTranscriptCopy"] | null;
            /** @description Where a hash was asked for: several sealed agreements have this file. Of a recording, the first that was sealed is answered; of a file that names no agreement, none */
            isOfSeveral: boolean;
        };
        VerifiedAddition: {
            path: string;
            /** @description SHA-256 */
            sha256: string;
            /** @description Of the seal in whose packet it is */
            version: number;
        };
        VerifiedCopy: {
            /**
             * @description `preview`: its first seconds
             * @enum {string}
             */
            format: "mp3" | "webm" | "preview";
            /** @enum {string} */
            party: "a" | "b";
            /** @description SHA-256 */
            sha256: string;
            bytes: number;
        };
        VerifiedEarlierPart: {
            /** @enum {string} */
            kind: "audio" | "consent-audio" | "photo" | "transcript" | "terms" | "agreement" | "consents" | "consent-record" | "event-log" | "receipt" | "certificate" | "record" | "guide" | "checker" | "public-key";
            /** @description Of the file in the evidence packet */
            path: string;
            /** @description SHA-256 */
            sha256: string;
            bytes: number;
            /** @description Retention has deleted it here; its hash stays */
            isDeleted: boolean;
            /** @description Of the seal that holds it */
            version: number;
        };
        VerifiedPart: {
            /** @enum {string} */
            kind: "audio" | "consent-audio" | "photo" | "transcript" | "terms" | "agreement" | "consents" | "consent-record" | "event-log" | "receipt" | "certificate" | "record" | "guide" | "checker" | "public-key";
            /** @description Of the file in the evidence packet */
            path: string;
            /** @description SHA-256 */
            sha256: string;
            bytes: number;
            /** @description Retention has deleted it here; its hash stays */
            isDeleted: boolean;
        };
        VerifiedSeal: {
            version: number;
            /** Format: date-time */
            sealedAt: string;
            /** @description SHA-256 of the manifest, which tells whose packet it is */
            manifestSha256: string;
            /**
             * Format: date-time
             * @description The key that it is signed with came into other hands at this time, and no authority has time-stamped it before: the signature proves nothing by itself
             */
            keyLeakedAt: string | null;
        };
        VerifiedTranscriptCopy: {
            /** @description Of the last seal that has the words which it was made from; null where others took their place before the first seal */
            version: number | null;
            /** @enum {string} */
            format: "txt" | "srt" | "vtt" | "json";
            /**
             * @description Of what stands around the words
             * @enum {string}
             */
            language: "en" | "es";
            bytes: number;
            /**
             * Format: date-time
             * @description When it was first handed out
             */
            exportedAt: string;
            /** @description The owner says who a speaker is, whatever is sealed */
            areSpeakersNamed: boolean;
        };
        ViewBody: {
            /** @description Key of the mailed link */
            key?: string;
        };
        WordView: {
            /** @description Seconds */
            start: number;
            /** @description Seconds */
            end: number;
            text: string;
            /** @description 0..1 */
            confidence: number | null;
            /** @description As it was said, where it is written in another way */
            spoken?: string;
            /**
             * @description Should be checked by ear
             * @enum {boolean}
             */
            isUnsure?: true;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    AdminActs_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAct"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Admin_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                status?: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled";
                q?: string;
                /** @description These alone, 100 at most */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAgreementView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Admin_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAgreementView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Admin_deleteContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteContentBody"];
            };
        };
        responses: {
            /** @description Recordings, photo and transcript go within a minute */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAgreementView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Admin_extend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtendBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAgreementView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminPassword_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description All other sessions have ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordSaved"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    DeadLetters_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                state?: "waiting" | "replayed";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description Of the next page, when there is one */
                    "x-next-cursor"?: string;
                    /** @description Services that did not answer */
                    "x-incomplete"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDeadLetter"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    DeadLetters_replay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryReason"];
            };
        };
        responses: {
            /** @description Given once more to the handler that gave it up */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDeadLetter"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Admin_download: {
        parameters: {
            query: {
                reason: string;
                /** @description Who speaks */
                party?: "a" | "b";
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/webm": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminHealth_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemHealth"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminEscrows_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                state?: "requires_onboarding" | "requires_payment" | "held" | "release_due" | "releasing" | "released" | "refunding" | "refunded" | "disputed" | "resolving" | "resolved" | "charged_back" | "failed";
                /** @description Those with a reported problem, and those that are held for too long */
                waitsFor?: "decision";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminEscrowView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminEscrows_one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminEscrowDetails"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminEscrows_decide: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideEscrow"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminEscrowDetails"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Jobs_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                status?: "queued" | "running" | "done" | "failed";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    /** @description Of the next page, when there is one */
                    "x-next-cursor"?: string;
                    /** @description Services that did not answer */
                    "x-incomplete"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminJob"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Jobs_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryReason"];
            };
        };
        responses: {
            /** @description Queued again, with all its attempts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminJob"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Ledger_balances: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminLogin_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminLogin"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminLoginAnswer"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminLogin_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminMails_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                agreementId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminMail"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminHumanOrders_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                status?: "requested" | "paid" | "delivered" | "refunded";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminHumanOrderView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminHumanOrders_correct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        /** @description The words as `text` or as the file `transcript`: .txt, .srt or .vtt in UTF-8, up to 1 MB. Of two recordings: `textA` and `textB`, or `silentA` or `silentB` where nothing is said; or subtitles with the times of both, one after the other */
        requestBody: {
            content: {
                "multipart/form-data": {
                    reason: string;
                    text?: string;
                    /** Format: binary */
                    transcript?: string;
                    /** @description Of party A's recording, where there are two */
                    textA?: string;
                    /** @description Of party B's */
                    textB?: string;
                    /**
                     * @default false
                     * @enum {string}
                     */
                    silentA?: "true" | "false";
                    /**
                     * @default false
                     * @enum {string}
                     */
                    silentB?: "true" | "false";
                };
            };
        };
        responses: {
            /** @description The order that takes the place of the delivered one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminHumanOrderView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminHumanOrders_fulfil: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: string;
            };
            cookie?: never;
        };
        /** @description The words as `text` or as the file `transcript`: .txt, .srt or .vtt in UTF-8, up to 1 MB. Of two recordings: `textA` and `textB`, or `silentA` or `silentB` where nothing is said; or subtitles with the times of both, one after the other */
        requestBody: {
            content: {
                "multipart/form-data": {
                    reason: string;
                    text?: string;
                    /** Format: binary */
                    transcript?: string;
                    /** @description Of party A's recording, where there are two */
                    textA?: string;
                    /** @description Of party B's */
                    textB?: string;
                    /**
                     * @default false
                     * @enum {string}
                     */
                    silentA?: "true" | "false";
                    /**
                     * @default false
                     * @enum {string}
                     */
                    silentB?: "true" | "false";
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminHumanOrderView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminPayments_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                status?: "open" | "paid" | "quarantined" | "cancelled" | "refunding" | "refunded";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPaymentView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminPayments_refund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPaymentView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminSessions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSession"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminSessions_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminSessions_endOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All but the one that asks have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Stats_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminStats"];
                };
            };
            /** @description unavailable: a part of it cannot be had */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    System_system: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSystem"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminTickets_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                status?: "open" | "answered";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminTickets_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminTickets_answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAnswer"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminUsers_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                q?: string;
                /** @description These accounts alone, 100 at most */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminUsers_disable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountActReason"];
            };
        };
        responses: {
            /** @description Its sessions have ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    AdminUsers_enable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountActReason"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Recordings_audio: {
        parameters: {
            query?: {
                format?: "mp3" | "webm" | "original";
                /** @description Who speaks */
                party?: "a" | "b";
                download?: "1";
                /** @description Key of a mailed link */
                key?: string;
                /** @description Time stamp against caches */
                t?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                    "audio/webm": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Confirmations_show: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownLink"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEventView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Evidence_packet: {
        parameters: {
            query?: {
                /** @description Key of a mailed link */
                key?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Transcripts_generate: {
        parameters: {
            query?: never;
            header?: {
                /** @description `respond-async` answers at once */
                prefer?: string;
            };
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GeneratedTranscript"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptPending"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Recordings_outline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoundOutline"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Reminders_correctPartyB: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PartyBCorrection"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Recordings_photo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Recordings_preview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Reminders_remind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reminded"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Reminders_resend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NextReminder"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Evidence_summary: {
        parameters: {
            query?: {
                /** @description Key of a mailed link */
                key?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    DraftRecordings_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscribedDraft"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingTranscript"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Transcripts_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Exports_export: {
        parameters: {
            query: {
                /** @description Plain text, subtitles as SubRip or WebVTT, or everything that is known as JSON */
                format: "txt" | "srt" | "vtt" | "json";
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                    "application/json": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Transcripts_renew: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Transcripts_nameSpeaker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
                label: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpeakerNaming"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Remote_read: {
        parameters: {
            query?: {
                /** @description Key of the mailed link */
                key?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteAgreementView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Remote_audio: {
        parameters: {
            query?: {
                /** @description Key of the mailed link */
                key?: string;
                /** @description Time stamp against caches */
                t?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Access_sendCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Also when there is nobody to mail */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Access_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CodeKey"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Confirmations_read: {
        parameters: {
            query: {
                /** @description Key of the mailed link, or of the code on the screen */
                key: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Confirmations_answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmationBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Confirmations_audio: {
        parameters: {
            query: {
                /** @description Key of the mailed link, or of the code on the screen */
                key: string;
                /** @description Time stamp against caches */
                t?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Confirmations_outline: {
        parameters: {
            query: {
                /** @description Key of the mailed link, or of the code on the screen */
                key: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoundOutline"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Remote_consent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description JSON of ConsentBody */
                    consent: string;
                    /** Format: binary */
                    audio: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentReceipt"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Remote_decline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeclineBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclineReceipt"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Remote_outline: {
        parameters: {
            query?: {
                /** @description Key of the mailed link */
                key?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SoundOutline"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Remote_photo: {
        parameters: {
            query?: {
                /** @description Key of the mailed link */
                key?: string;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Access_sendLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Also when there is nobody to mail */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Remote_view: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Uploads_save: {
        parameters: {
            query?: never;
            header?: {
                /** @description The account that the sender’s page shows: if it is that of the session, the recording is theirs at once */
                "x-account-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description JSON of AgreementData */
                    agreementData: string;
                    /** Format: binary */
                    audio: string;
                    /** Format: binary */
                    photo?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAgreement"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Passwords_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description All other sessions have ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordSaved"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Passwords_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordConfirmation"];
            };
        };
        responses: {
            /** @description For five minutes this session may do what answers password_required */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Resets_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgottenPassword"];
            };
        };
        responses: {
            /** @description The same whether the account exists */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetRequestedAnswer"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Profile_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Profile"];
            };
        };
        responses: {
            /** @description Another address is pending until its link is opened */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Profile_withdraw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No other address is pending any more; links that were mailed there are dead */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Resets_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description All sessions have ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordReplaced"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    UserSessions_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSession"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    UserSessions_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    UserSessions_endOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All but the one that asks have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_signup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Signup"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginAnswer"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Accounts_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Verification_verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressVerification"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressVerified"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Verification_resend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Another link was sent, if there is an address to verify */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    PublicConfig_publicConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicConfig"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Contact_contact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMessage"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketNumber"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Assistant_ask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssistantQuestion"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantAnswer"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Sellers_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnectAccount"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Onboarding"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_create: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEscrowIntent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowIntentAnswer"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Checkout_create: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentIntent"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntentAnswer"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Subscriptions_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubscription"];
            };
        };
        responses: {
            /** @description Begin the monthly subscription; it runs once its first month is paid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionSecret"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_view: {
        parameters: {
            query?: {
                /** @description Of the seller's mailed link */
                key?: unknown;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_delivered: {
        parameters: {
            query?: {
                key?: unknown;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_onboarding: {
        parameters: {
            query?: {
                key?: unknown;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Onboarding"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_problem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportProblem"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_received: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_refund: {
        parameters: {
            query?: {
                key?: unknown;
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundEscrow"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_release: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscrowView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Escrow_sendLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Also when there is nobody to mail */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    SystemHealth_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 503 with the same body when anything is down */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicHealth"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Languages_choose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LanguageChoice"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    PageErrors_note: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PageError"];
            };
        };
        responses: {
            /** @description It is in the log */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Receipts_state: {
        parameters: {
            query?: {
                type?: "contract" | "manual_transcription" | "held_payment";
            };
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentState"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Chunks_begin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The account that the sender’s page shows: if it is that of the session, the recording is theirs at once */
                "x-account-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewUpload"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Chunks_list: {
        parameters: {
            query?: never;
            header: {
                "x-upload-token": string;
            };
            path: {
                recordingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChunkList"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Chunks_put: {
        parameters: {
            query?: never;
            header: {
                "x-upload-token": string;
            };
            path: {
                recordingId: string;
                n: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChunkView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Chunks_finalize: {
        parameters: {
            query?: never;
            header: {
                "x-upload-token": string;
            };
            path: {
                recordingId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description JSON of AgreementData */
                    agreementData: string;
                    /** @description How many chunks there are */
                    chunks: string;
                    /** Format: binary */
                    photo?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAgreement"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Contact_requestCustomerService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerServiceRequest"];
            };
        };
        responses: {
            /** @description The ticket about this agreement that is still open */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketNumber"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketNumber"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    HumanOrders_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestHumanTranscript"];
            };
        };
        responses: {
            /** @description It was ordered before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanOrderView"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HumanOrderView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Speech_speech: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpeechView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    DraftRecordings_transcribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same for the same sending */
                "idempotency-key"?: string;
                /** @description `respond-async` answers at once */
                prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    audio: string;
                    agreementId: string;
                    /** @description JSON of SpokenBody */
                    spoken?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscribedDraft"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingTranscript"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Credits_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Checkout_pendingPayments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingPayments"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Receipts_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceiptView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Subscriptions_view: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Subscriptions_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End it with the paid period; one that waits for money ends at once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Subscriptions_resume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take a cancellation back while the subscription still runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionView"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_list: {
        parameters: {
            query?: {
                limit?: number;
                /** @description From the header x-next-cursor of the page before */
                cursor?: string;
                status?: "pending" | "awaiting_party" | "processing" | "completed" | "cancelled";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "x-next-cursor"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementView"][];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Agreements_stats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgreementStats"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Verify_verify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agreementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Verify_verifyHash: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
    Webhooks_receive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stored; Stripe need not send it again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description unavailable: This part of the service is taking a break. Please try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            /** @description An error of the catalogue */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
        };
    };
}
