/**
 * This file was generated from openapi.yaml by npm run generate.
 */

export interface paths {
    "/api/restful/v2/user/captcha": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A new captcha picture
         * @description The picture is a PNG as a data URL. Its answer holds for two minutes and one try.
         */
        get: operations["userCaptcha"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Answers a session token, to be sent as X-Token from then on. The captcha is used up by the try.
         */
        post: operations["userLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the caller's session everywhere it is open.
         */
        post: operations["userLogout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in user
         * @description Answers who the token belongs to, and the broker credentials of this session.
         */
        get: operations["userInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users
         * @description The caller and everyone below; admin and security see all. Page by `cursor`, which stays flat however many there are;
         *     `skip` is for short lists, and answers no cursor. `next_cursor` is null on the last page; a cursor belongs to the sort
         *     and filters it was answered for.
         */
        get: operations["userList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register with an invite code
         * @description Makes an account below whoever the invite code belongs to, one role down: an admin's invitee is an agent, an agent's a
         *     manager, a manager's an element. It has the inviter's modules, and no subscription and no phones until somebody above
         *     gives it some. The captcha is used up by the try. What is wrong with a field is told with 40000.
         */
        post: operations["userRegister"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/pwd/modify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends every session of the caller, this one with them, once the call is answered. A wrong old password is told with 40000,
         *     as a field.
         */
        post: operations["userPwdModify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whom to turn to
         * @description The contact card of whoever is above the caller; null for an admin.
         */
        get: operations["userContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/invitecode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's invite code
         * @description Made when it is first asked for, and the same from then on.
         */
        get: operations["userInviteCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/message/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's site messages
         * @description Newest first. The total with `confirm=false` is how many are unread.
         */
        get: operations["userMessageList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/message/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a site message
         * @description Answers the message and marks it as read by the caller. Doing it again changes nothing.
         */
        get: operations["userMessageConfirm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/message/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a site message
         * @description To users by id, or to everybody of some roles, in both cases among the caller and everyone below (admin and security:
         *     among all). It shows at once to those who are signed in. One id that the caller may not see is 40400, and nothing is sent.
         */
        post: operations["userMessageSend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a user
         * @description Below `parent_id`, which the caller may see, or below the caller itself; what security adds stands below the admin. Its
         *     role is below the caller's and its parent's. Modules are among those of an agent or manager above it; an element's quota
         *     and service don't go beyond its manager's. Security gives no password: who could sign in as somebody else would control that
         *     one's phones. Nobody knows the password of whom it adds until somebody above sets one (user/pwd/reset), which who stands right above
         *     is asked to by a site message. What is wrong with a field is told with 40000.
         */
        post: operations["userAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Edit a user
         * @description Changes the fields that are given, of somebody below the caller: nobody edits itself or those above (40300). What a
         *     manager or agent loses, everybody below loses with it. Name, role and place stay.
         */
        post: operations["userEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete users
         * @description Ends their sessions; what they did stays in the log under their names. One that still has people below it, phones, boxes
         *     or environments is not deleted (40900, which says what). Either `ids` or `matching`.
         */
        post: operations["userDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable or disable users
         * @description Whoever is disabled is signed out at once, everywhere, and so is everybody below; the phones they control are free, and none
         *     of them can sign in. Either `ids` or `matching`.
         */
        post: operations["userSwitch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the service of users
         * @description By so many days from now or from the end of the present service, whichever is later. An element's doesn't go beyond its
         *     manager's (40900). Either `ids` or `matching`.
         */
        post: operations["userRenew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/pwd/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a user a new password
         * @description To somebody below the caller, whose sessions all end with it, and who is told by a site message. Not for security: who sets a password can
         *     use the account, and security controls no phones.
         */
        post: operations["userPwdReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users, as a CSV file
         * @description Every user that the filters let through, in the order asked for. The file is sent while it is made.
         */
        get: operations["userExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Phones, by offset
         * @description The phones that the caller may see. For whole tables use v3, which stays flat at a million rows.
         */
        get: operations["deviceList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v3/device/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Phones, by cursor
         * @description The phones that the caller may see, page after page. `next_cursor` is null on the last page; a cursor belongs to the
         *     sort and filters it was answered for.
         */
        get: operations["deviceListByCursor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Phones, as a CSV file
         * @description Every phone that the filters let through, in the order asked for. The file is sent while it is made.
         */
        get: operations["deviceExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change phones
         * @description Changes one phone (`id`), some (`ids`) or every phone that filters let through (`matching`, at most 50,000) that belong to
         *     the caller or to somebody below; a phone that the caller only holds is not its own. All changes are one. For one phone a
         *     failure is the call's; for several each has its result. A name is for one phone only.
         */
        post: operations["deviceEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take phones out of the fleet
         * @description Phones of the caller and everyone below that are idle, offline or faulty, with nothing open on them. Their rows and their
         *     history stay, and device/recover brings them back. For one phone a failure is the call's; of several each has its result.
         */
        post: operations["deviceDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring phones back
         * @description A deleted phone comes back into the fleet. A faulty one is tried again: an environment that is open on it is closed first, with
         *     its data saved where they are whole.
         */
        post: operations["deviceRecover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/changeip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give phones another address
         * @description Begins to; a phone is `changing_ip` until it has one, and then what it was. 40900 where somebody else has the phone.
         */
        post: operations["deviceChangeIp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/maintain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take phones out of use, and give them back
         * @description An idle phone under maintenance is given to nobody.
         */
        post: operations["deviceMaintain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do something on phones, as a job
         * @description Begins a job that does it on each of them, whose progress and reasons are in job/detail; job/cancel and job/retry are for
         *     it, too. A phone whose state does not allow it, or that somebody has who is not below the caller, fails at once. What a
         *     file is pushed as is found among the phone's downloads; screenshots become files of the caller. Either `ids` or `matching`,
         *     10000 phones at most. 40400 where the caller sees none of the phones, or not the file.
         */
        post: operations["deviceRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/care": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take phones out of use, out of the fleet and back, as a job
         * @description Begins a job that does it with each of them, as device/maintain, device/del and device/recover do; its progress and reasons
         *     are in job/detail, and job/cancel and job/retry are for it, too. Either `ids` or `matching`, 10000 phones at most. 40400
         *     where the caller sees none of the phones.
         */
        post: operations["deviceCare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The apps on a phone
         * @description Those that can be opened and those that were installed, as the phone itself tells them. 40900 where it can't.
         */
        get: operations["deviceApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/freed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Free a phone
         * @description Ends the control lease of a phone; where an environment is open on it, that is closed: its record is saved, and the phone is wiped.
         */
        get: operations["deviceFreed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/start/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a phone is started with
         * @description Settings that are left out are the phone's own; device/edit changes them.
         */
        get: operations["deviceStartSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v3/device/thread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Device counts */
        get: operations["deviceThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/stream/point": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where to watch or control a phone
         * @description Answers a relay and a ticket for it, good for 30 seconds and one connection. `control` takes the phone's one control
         *     lease: 40900 while somebody else holds it, unless `take_over` says that the operator has confirmed, and 40900 where the
         *     caller's service is over. Security may only observe (40300).
         */
        get: operations["deviceStreamPoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/remotesession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who controls and who watches a phone */
        get: operations["deviceRemoteSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/shell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a command on a phone
         * @description Waits until it has ended, at most 30 seconds; 40900 where the phone is offline, somebody else controls it, or the caller's
         *     service is over.
         */
        post: operations["deviceShell"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/device/terminal/point": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where to open a shell on a phone
         * @description Answers a relay and a ticket for it, good for 30 seconds and one connection; 40900 where the phone is offline, somebody
         *     else controls it, or the caller's service is over. The terminal is closed when that changes, when nothing is typed for 15
         *     minutes, and after 8 hours.
         */
        get: operations["deviceTerminalPoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/config/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Picture settings on offer */
        get: operations["configStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/config/region": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Regions */
        get: operations["configRegion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/maintain/notify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The current maintenance notice */
        get: operations["maintainNotify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/maintain/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the maintenance notice
         * @description There is one current notice, which everybody sees; empty content removes it.
         */
        post: operations["maintainEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/maintain/frp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open or close the remote-maintenance tunnel of a box
         * @description The box's agent runs `frpc` from its PATH with these settings and says how it fares; a box that is away is told when it is
         *     back. What is left out stays as it was. `enabled` needs an address, a port and a remote port. The token is kept sealed and
         *     never answered.
         */
        post: operations["maintainFrp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/box/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Boxes
         * @description The boxes of the caller and everyone below; admin and security see all.
         */
        get: operations["boxList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/box/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a box
         * @description The box belongs to the caller, or to the agent that an admin names. Its enrolment token is answered this once and kept as a
         *     hash only: the box's agent is started with it, and registers itself and every phone that adb shows. `code` begins the names
         *     of its phones; one that is taken is told with 40000.
         */
        post: operations["boxAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/box/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a box, at its older address
         * @description The same operation as `/api/restful/v2/box/add`.
         */
        post: operations["boxAddUnversioned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/box/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a box
         * @description What is left out stays. Only an admin gives a box to another agent; its phones stay with those who have them. Fewer slots
         *     than there are phones is told with 40000.
         */
        post: operations["boxEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/box/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a box
         * @description Its agent's credentials and its tunnel end, and its phones leave every list with it. 40900 while one of its phones is not
         *     offline, or is still held by somebody.
         */
        post: operations["boxDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/box/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a box's enrolment token
         * @description For a token that is lost or known to others. The agent that has the old one is let in no more, and its phones go offline
         *     until one is started with the new token. 40900 for the box of virtual phones beside the server, which gets its token by
         *     itself.
         */
        post: operations["boxToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/box/enrol": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrol an agent
         * @description The box agent's first call at each start: trades the box's enrolment token for broker credentials. The token names the
         *     box; the credentials stop working when the token is replaced.
         */
        post: operations["boxEnrol"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/dashboard/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fleet at a glance
         * @description Of the caller and everyone below; of everybody for admin and security. Counts of phones are exact; peaks of hours that
         *     have ended are at most two minutes old.
         */
        get: operations["dashboardSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/report/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The system report
         * @description What phones were used for, by the day. Figures are summed up every two minutes at most (`rolled_at`); days begin and end in
         *     `time_zone`. `days` has the whole span whatever the grouping; `lines` has the use of the page's first rows.
         */
        get: operations["reportSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/report/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The system report, as a CSV file
         * @description Every row of the report, in the order asked for.
         */
        get: operations["reportExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/report/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The IP report
         * @description From which address each phone of the caller and everyone below reaches the internet, and since when.
         */
        get: operations["reportIp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/report/ipexport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The IP report, as a CSV file
         * @description Every row that the filters let through, in the order asked for. The file is sent while it is made.
         */
        get: operations["reportIpExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Environments of a market, by cursor
         * @description A manager's are those of its team, an element's its own. `next_cursor` is null on the last page; a cursor belongs to the sort
         *     and filters it was answered for. A market that is not among the caller's modules is 40300, here and in every call below.
         */
        get: operations["environmentList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Environments of a market, as a CSV file
         * @description Every environment that the filters let through, in the order asked for, with the columns of environment/import. No
         *     password is among them.
         */
        get: operations["environmentExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an environment
         * @description A name is one environment's of a team and market; one that is taken is told with 40000, as a field.
         */
        post: operations["environmentAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/batchadd": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add environments that are numbered
         * @description All of them, or none where a name is taken.
         */
        post: operations["environmentBatchAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change environments
         * @description Those of `ids`, or all that match, here and in the three calls below; of each only the fields that are given. A name can be given to one alone. A proxy without a
         *     `password` keeps the one it has.
         */
        post: operations["environmentEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move environments to groups
         * @description `add` and `remove` leave the other groups of each as they are, `replace` leaves them in these alone; at least one has to
         *     be named. An environment is in ten groups at most.
         */
        post: operations["environmentMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an environment on a phone
         * @description On a free phone of its region, of the caller's own or of its team's; or on the given phone. The phone is `preparing`
         *     until its address and settings are set and the environment's record is restored, and then the caller's. 40900 where the
         *     environment is open, no phone is free, or the caller has as many phones as it may.
         */
        post: operations["environmentOpen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open an environment whose phone is lost on another
         * @description As environment/open does, where its phone is `offline`. What was saved last is restored: from the lost phone nothing more can
         *     be saved. That phone is nobody's from then on; once it is back it is `releasing` until it is wiped, and then free. 40900
         *     where the environment is not open, its phone is not offline, no phone is free, or the caller has as many phones as it may.
         */
        post: operations["environmentReopen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an environment
         * @description Its phone is `releasing` until the record is saved and the phone is wiped, and then free. 40900 where it is not open.
         */
        post: operations["environmentClose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open or close environments, or put their records back, as a job
         * @description Begins a job that does it with each of them, 20 at a time, whose progress and reasons are in job/detail; job/cancel and
         *     job/retry are for it, too. Each is looked at when its turn comes, as environment/open,
         *     environment/close and record/restore do; one with which it can't be done then fails with the reason. Called off, those that are
         *     being opened are closed again. Of all that match, those are opened that are not open, and those closed that are; 10000 at most.
         */
        post: operations["environmentRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Saved records of an environment
         * @description The newest first; the newest five are kept.
         */
        get: operations["environmentRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/record/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a record back
         * @description On the phone that the environment is open on, after what is there was saved; where it is closed, with its next opening.
         */
        post: operations["recordRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give environments to somebody else
         * @description To the manager or an element of the team who has the market among its modules.
         */
        post: operations["environmentAssign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete environments
         * @description They go to the trash, where they stay for 30 days with their saved records, their groups and their owner. One that is
         *     open stays where it is, which is told with 40900.
         */
        post: operations["environmentDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deleted environments
         * @description Those of the caller's team, an element's own; what was deleted last comes first. They are kept for 30 days.
         */
        get: operations["environmentTrash"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take environments out of the trash
         * @description As they were, with their saved records. One whose name another has by now stays, which is told with 40900; whose owner has left, goes to the caller.
         */
        post: operations["environmentRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/purge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove environments from the trash
         * @description For ever, with their saved records.
         */
        post: operations["environmentPurge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/environment/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import environments
         * @description All lines or none: from rows, or from the text of a CSV file whose first line names the columns as environment/export does. Every
         *     bad line is answered, field by field; nothing is imported where there is one, and nothing at all with `dry_run`.
         */
        post: operations["environmentImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/group/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Groups of a market
         * @description The groups of the caller's team, in their order.
         */
        get: operations["groupList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/group/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a group
         * @description At the end. A team has at most 200 groups a market.
         */
        post: operations["groupAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/group/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a group, or its place
         * @description A manager changes all groups of its team, an element those that it made.
         */
        post: operations["groupEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/group/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete groups
         * @description Their environments stay.
         */
        post: operations["groupDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/log/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operation log
         * @description What the caller and everyone below have done; admin and security see all, the server's own doings with it.
         */
        get: operations["logList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/log/detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry of the operation log
         * @description With what was changed, before and after, and its place in the chain.
         */
        get: operations["logDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/log/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The operation log as a CSV file
         * @description All entries that log/list would list with these filters.
         */
        get: operations["logExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/log/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a batch
         * @description What a batch did, for 10 minutes: by whoever did it and those above, as far as they may do the like. A row that somebody has
         *     changed since stays, which is told with 40900; those that were refused can be tried again.
         */
        post: operations["logUndo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/log/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the operation log is whole
         * @description Each entry carries a hash over itself and the one before, so that whoever alters or removes one leaves a gap. The log is read
         *     from its first entry. The hashes are made with a key that is not in the database; a cut-off end shows by the head that the server keeps
         *     outside it every minute, and by a receipt of one's own: `id` and `hash` of a head that was written down.
         */
        get: operations["logVerify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/file/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files
         * @description Those of the caller and everyone below, also uploads that are not finished; admin and security see all.
         */
        get: operations["fileList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/file/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename a file or note something about it
         * @description What is left out stays.
         */
        post: operations["fileEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/file/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete files
         * @description Also uploads that are not finished; they can not be continued then.
         */
        post: operations["fileDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/file/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An address to download a file from
         * @description Good for one minute to begin a download, for whoever has it. 40900 while the upload is not finished.
         */
        get: operations["fileLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/file/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file
         * @description At the address that file/link answers; its ticket is what lets the caller in.
         */
        get: operations["fileDownload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/script/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Scripts */
        get: operations["scriptList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/script/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a script
         * @description There are at most 1,000.
         */
        post: operations["scriptAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/script/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a script
         * @description Runs that have begun keep the script that they began with.
         */
        post: operations["scriptEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/script/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete scripts
         * @description One that timed tasks use is kept (40900).
         */
        post: operations["scriptDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/script/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a script on phones, now
         * @description Progress comes over ws/user (task type 50) and by job/detail.
         */
        post: operations["scriptRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Timed tasks */
        get: operations["taskList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a timed task
         * @description There are at most 1,000.
         */
        post: operations["taskAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change a timed task */
        post: operations["taskEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/del": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete timed tasks
         * @description Their runs stay in job/list.
         */
        post: operations["taskDel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch timed tasks on or off
         * @description Runs that were missed while they were off stay missed. A task whose only time is past can't be switched on (40900).
         */
        post: operations["taskSwitch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a timed task now
         * @description Its schedule stays as it is. 40900 while a run of it goes on.
         */
        post: operations["taskRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of a timed task
         * @description The latest first. They are kept for 30 days.
         */
        get: operations["taskRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/task/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When a schedule would come due
         * @description The next three times; local times that summer time skips come an hour later, those that it brings twice come once.
         */
        get: operations["taskPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/run/detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one phone said in a job
         * @description The output from `offset` on, so that what has been read need not be read again.
         */
        get: operations["runDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/job/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs
         * @description What runs or ran on phones and with environments, begun by the caller or by somebody below it, the latest first. Admin sees all. They are kept for
         *     30 days.
         */
        get: operations["jobList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/job/detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A job and its parts
         * @description 40400 unless the caller, or somebody below it, has begun it.
         */
        get: operations["jobDetail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/job/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a job off
         * @description What has not begun is not begun; what runs is ended, and environments that are being opened are closed. Phones that are
         *     being freed or given another address, and environments that are being closed, go on. 40900 where it has ended.
         */
        post: operations["jobCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/restful/v2/job/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a job anew where it failed
         * @description A new job, of the parts that failed, timed out or were called off. With `recover`, phones of theirs that are faulty are
         *     recovered before, as device/recover does: one on which an environment is open has it closed first, and can be taken up again
         *     after that. 40900 while the job goes on, or where there is none of them; 40300 where it is about environments, which are none of
         *     the caller's business, and where a member of a team would recover phones.
         */
        post: operations["jobRetry"];
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
        /** @constant */
        SuccessCode: 20000;
        Failure: {
            /**
             * @description One of domain/codes.ts
             * @example 40900
             */
            code: number;
            /** @description What went wrong, for people */
            message: string;
            data: {
                /** @description With 40000, what is wrong with each field */
                fields?: {
                    [key: string]: string;
                };
            } | null;
        };
        Ids: number[];
        BatchResults: {
            /** @description One for each of them */
            results: {
                id: number;
                ok: boolean;
                /** @description Why not, as one of domain/codes.ts */
                code?: number;
                /** @description Why not, for people */
                message?: string;
            }[];
            undo?: components["schemas"]["Undoable"];
        };
        /** @description How it can be undone, where it can */
        Undoable: {
            /** @description What log/undo takes */
            log_id: number;
            until: number;
        };
        /** @enum {string} */
        Role: "admin" | "security" | "agent" | "manager" | "element";
        /** @enum {string} */
        Market: "amazon" | "tiktok" | "temu" | "walmart" | "walmartcad" | "rednote" | "depop";
        Captcha: {
            captcha_id: string;
            /** @description A PNG, as a data URL; empty where no captcha is required */
            image: string;
            /** @description False where the captcha is switched off */
            required: boolean;
        };
        MqttConfig: {
            /** @example ws://localhost:8080/mqtt */
            broker_url: string;
            user_name: string;
            /** @description Good for this session alone */
            password: string;
            client_id: string;
            /**
             * @description What to subscribe to
             * @example fleet/1/3/4/#
             */
            topic: string;
        };
        SessionInfo: {
            id: number;
            user_name: string;
            /** @description A picture's address; empty where there is none */
            avatar: string;
            role: components["schemas"]["Role"];
            modules: components["schemas"]["Market"][];
            /** @description Service bought, in seconds from authorization_at */
            expiration: number;
            /** @description When the service began, Unix time in seconds */
            authorization_at: number;
            mqtt_config: components["schemas"]["MqttConfig"];
        };
        /**
         * @description `none` has bought none; `expiring` ends within seven days
         * @enum {string}
         */
        ServiceState: "running" | "expiring" | "expired" | "none";
        /** @description The list's filters; empty means everybody that the caller may see */
        UserFilter: {
            role?: components["schemas"]["Role"][];
            user_name?: string;
            enabled?: boolean;
            service?: components["schemas"]["ServiceState"][];
            parent_id?: number;
        };
        User: {
            id: number;
            user_name: string;
            role: components["schemas"]["Role"];
            parent_id: number | null;
            parent_name: string | null;
            avatar: string;
            modules: components["schemas"]["Market"][];
            /** @description Service bought, in seconds from authorization_at */
            expiration: number;
            /** @description When the service began, Unix time in seconds */
            authorization_at: number;
            /** @description When the service ends; null where none was bought */
            expires_at: number | null;
            enabled: boolean;
            /** @description Phones it may use at once */
            thread_number: number;
            contact_name: string;
            phone: string;
            email: string;
            note: string;
            /** @description People right below it */
            subordinate_count: number;
            /** @description Phones it owns; null unless show_device was asked */
            device_count: number | null;
            last_login_at: number | null;
            last_login_ip: string | null;
            created_at: number;
        };
        /**
         * @description Letters A to Z, digits, Chinese characters, and `_`, `.`, `-`; free where it differs from others by more than case
         * @example shop-07
         */
        NewUserName: string;
        /**
         * @description Has letters and digits; signs of ASCII may stand among them
         * @example correct-horse-1
         */
        NewPassword: string;
        ContactCard: {
            user_name: string;
            role: components["schemas"]["Role"];
            /** @description Empty, as the two below, where it is not known */
            contact_name: string;
            phone: string;
            email: string;
        };
        SiteMessage: {
            id: number;
            /** @description Plain text */
            msg_text: string;
            created_at: number;
            /** @description Whether the caller has read it */
            confirm: boolean;
        };
        Notice: {
            /** @description Plain text; empty where there is no notice */
            content: string;
            /** @description When the notice was written; tells one notice from the next */
            updated_at: number | null;
        };
        /**
         * @description `install` and `push` need `file_id`; `uninstall`, `launch` and `stop` need `package`; the others need neither, and take
         *     neither
         * @enum {string}
         */
        PhoneAction: "reboot" | "change_ip" | "free" | "install" | "uninstall" | "launch" | "stop" | "push" | "screenshot" | "screen_on" | "screen_off";
        /**
         * @description As PhoneAction; besides, `shell` runs `command`, which is a job of a script without a name of its own
         * @enum {string}
         */
        DeviceAction: "shell" | "reboot" | "change_ip" | "free" | "install" | "uninstall" | "launch" | "stop" | "push" | "screenshot" | "screen_on" | "screen_off";
        /** @enum {string} */
        CareAction: "maintain" | "end_maintenance" | "recover" | "delete";
        /**
         * @description `open`, `close` and `restore` are done with environments, everything else on phones
         * @enum {string}
         */
        RunAction: "script" | "reboot" | "change_ip" | "free" | "install" | "uninstall" | "launch" | "stop" | "push" | "screenshot" | "screen_on" | "screen_off" | "maintain" | "end_maintenance" | "recover" | "delete" | "open" | "close" | "restore";
        /**
         * @description `restore` puts the newest record back
         * @enum {string}
         */
        EnvironmentAction: "open" | "close" | "restore";
        /** @description An uploaded file */
        ActionFile: number;
        /**
         * @description The package of an app
         * @example com.amazon.mShop.android.shopping
         */
        PackageName: string;
        /** @description What an action is about; empty where it is about nothing */
        ActionArguments: {
            file_id?: number;
            package?: string;
        };
        PhoneApp: {
            /** @example com.depop */
            package: string;
            /** @description What people call it; null where that is not known */
            label: string | null;
            /** @description Empty where it says none */
            version: string;
            /** @description Whether somebody installed it; else it came with the phone */
            installed: boolean;
        };
        /** @description These phones */
        PhoneIds: number[];
        Freed: {
            /** @description Whether an environment is being closed and saved */
            saves: boolean;
        };
        Restored: {
            /** @description The phone that it is put back on; null where the environment is closed */
            device_id: number | null;
        };
        EnvironmentRecords: {
            /** @description The record that the next opening restores */
            restored_next: number | null;
            items: {
                id: number;
                /** @description Bytes */
                size: number;
                sha256: string;
                /** @description The phone that it was saved from */
                device_id: number;
                device_name: string;
                saved_at: number;
            }[];
        };
        /**
         * @description The states of domain/device-lifecycle.ts
         * @enum {string}
         */
        DeviceStatus: "offline" | "booting" | "idle" | "preparing" | "in_use" | "releasing" | "changing_ip" | "maintenance" | "faulty" | "deleted";
        /** @description The filters of the list of phones */
        DeviceMatching: {
            keyword?: string;
            tag?: number;
            status?: components["schemas"]["DeviceStatus"][];
            box_id?: number;
            region?: string;
            owner_id?: number;
            in_use?: boolean;
            seen_from?: number;
            seen_until?: number;
        };
        /** @description How a phone is started; what is null or left out is the phone's own */
        StartSettings: {
            /**
             * @description Width x height in pixels
             * @example 720x1280
             */
            resolution?: string | null;
            /** @description Dots per inch */
            dpi?: number | null;
            /**
             * @description BCP 47
             * @example en-US
             */
            language?: string | null;
            /**
             * @description IANA
             * @example America/Los_Angeles
             */
            timezone?: string | null;
            /** @description Pictures a second, at most */
            fps?: number | null;
            /** @description Of the video, in bits a second */
            bitrate?: number | null;
        };
        /**
         * @description Where the address is, ISO 3166-1 alpha-2, by the server's database as it is now; null where that has none, and for private and
         *     reserved addresses
         * @example US
         */
        AddressCountry: string | null;
        /**
         * @description Whose network the address belongs to, in its own words; null as the country
         * @example Comcast Cable Communications, LLC
         */
        AddressIsp: string | null;
        Person: {
            id: number;
            user_name: string;
        };
        Device: {
            id: number;
            /** @example B01-04 */
            name: string;
            /** @example PD1A7261 */
            serial: string;
            box_id: number;
            box_name: string;
            /** @description Place in the box, from 1 */
            slot: number;
            owner_id: number;
            owner_name: string;
            /**
             * @description A code of config/region
             * @example us-west
             */
            region: string;
            /** @example Pixel 6 */
            model: string;
            /** @example 13 */
            android_version: string;
            /**
             * @description Width x height in pixels
             * @example 360x640
             */
            resolution: string;
            status: components["schemas"]["DeviceStatus"];
            /** @description Why, where the state needs a word; else empty */
            status_reason: string;
            /** @description Per cent */
            battery: number | null;
            /** @description Of the battery in °C */
            temperature: number | null;
            /** @description Per cent of all cores */
            cpu: number | null;
            /** @description Per cent in use */
            memory: number | null;
            /** @description Per cent in use */
            storage: number | null;
            /**
             * @description The address it reaches the internet from
             * @example 73.12.0.9
             */
            egress_ip: string | null;
            egress_country: components["schemas"]["AddressCountry"];
            egress_isp: components["schemas"]["AddressIsp"];
            /** @description What is open on it */
            environment: {
                id: number;
                name: string;
                market: components["schemas"]["Market"];
            } | null;
            in_use_by: components["schemas"]["Person"] | null;
            in_use_since: number | null;
            last_seen_at: number | null;
            note: string;
            start_settings: components["schemas"]["StartSettings"];
        };
        DeviceCounts: {
            /** @description Phones the caller may use at once; for admin and security, who have no quota, all phones */
            thread_number: number;
            /** @description Phones in use by the caller and everyone below */
            using_number: number;
        };
        StreamPoint: {
            /**
             * @description Websocket address of the relay; a path is meant on this origin
             * @example /relay/viewer
             */
            relay_url: string;
            /** @description The first message on that websocket presents it */
            ticket: string;
            expires_at: number;
            /** @enum {string} */
            mode: "control" | "observe";
        };
        TerminalPoint: {
            /**
             * @description Websocket address of the relay; a path is meant on this origin
             * @example /relay/terminal
             */
            relay_url: string;
            /** @description The first message on that websocket presents it, with the terminal's cols and rows */
            ticket: string;
            expires_at: number;
        };
        RemoteSession: {
            device_id: number;
            status: components["schemas"]["DeviceStatus"];
            controller: components["schemas"]["Person"] | null;
            controlled_since: number | null;
            /** @description How many watch */
            observers: number;
        };
        StreamPreset: {
            /** @example balanced */
            name: string;
            /** @description Longer side in pixels; 0 is the phone's own */
            max_size: number;
            fps: number;
            /** @description Bits per second */
            bitrate: number;
        };
        Region: {
            /** @example us-west */
            code: string;
            /** @example 美国西部 */
            name: string;
            /**
             * @description ISO 3166-1 alpha-2
             * @example US
             */
            country: string;
            /** @example America/Los_Angeles */
            timezone: string;
        };
        Box: {
            id: number;
            /** @example 深圳机房 A 排 3 号 */
            name: string;
            /**
             * @description The beginning of its phones' names
             * @example B01
             */
            code: string;
            /**
             * @description A code of config/region
             * @example us-west
             */
            region: string;
            /** @description Where it stands */
            address: string;
            /** @description Phones it has room for */
            slots: number;
            /** @description Whether its agent is there */
            online: boolean;
            /**
             * @description Of the agent that was there last
             * @example 0.1.0
             */
            agent_version: string | null;
            /** @description Whether that agent is older than the server */
            agent_outdated: boolean;
            phone_count: number;
            online_phone_count: number;
            /** @description Per cent */
            cpu: number | null;
            /** @description Per cent in use */
            memory: number | null;
            /** @description Per cent in use */
            disk: number | null;
            /** @description °C */
            temperature: number | null;
            /** @description Phones that its agent reports and that are not let in; a hundred at most */
            refused: components["schemas"]["RefusedPhone"][];
            owner_id: number;
            owner_name: string;
            /** @description Whom new phones belong to; null for the box's owner */
            phone_owner_id: number | null;
            phone_owner_name: string | null;
            /** @description Its remote-maintenance tunnel; null where there never was one, and for who may not open one */
            frp: components["schemas"]["Tunnel"] | null;
            note: string;
            last_seen_at: number | null;
            created_at: number;
        };
        RefusedPhone: {
            /**
             * @description As far as it can be read
             * @example PD0001
             */
            serial: string;
            /**
             * @description What of its report cannot be read; `full`: the box has no slot left; `elsewhere`: its serial number stands in another box; the last three: adb lists it so and cannot speak to it
             * @enum {string}
             */
            reason: "report" | "serial" | "state" | "model" | "android_version" | "resolution" | "ip" | "full" | "elsewhere" | "unauthorized" | "offline" | "no_permissions";
        };
        /**
         * @description What people call it
         * @example 深圳机房 A 排 3 号
         */
        BoxName: string;
        /**
         * @description A code of config/region
         * @example us-west
         */
        BoxRegion: string;
        /** @description Where it stands */
        BoxAddress: string;
        /**
         * @description Phones it has room for
         * @example 60
         */
        BoxSlots: number;
        /** @description An agent or admin; an agent can name nobody but itself */
        BoxOwner: number;
        /** @description Whom new phones belong to: somebody below the owner; null for the owner itself */
        BoxPhoneOwner: number | null;
        /** @description For people */
        Note: string;
        NewBox: {
            name: components["schemas"]["BoxName"];
            /**
             * @description The beginning of its phones' names; letters, digits, `_` and `-`
             * @example B02
             */
            code: string;
            region: components["schemas"]["BoxRegion"];
            address?: components["schemas"]["BoxAddress"];
            slots: components["schemas"]["BoxSlots"];
            owner_id?: components["schemas"]["BoxOwner"];
            phone_owner_id?: components["schemas"]["BoxPhoneOwner"];
            note?: components["schemas"]["Note"];
        };
        BoxToken: {
            box: components["schemas"]["Box"];
            /** @description Shown this once; the agent's ENROLMENT_TOKEN */
            enrolment_token: string;
            /**
             * @description How the agent reaches this server; its PHONEDECK_URL
             * @example https://deck.example.com
             */
            server_url: string;
        };
        Tunnel: {
            /** @description Whether it is meant to be open */
            enabled: boolean;
            state: components["schemas"]["TunnelState"];
            /** @description Why it failed, as frpc or the agent says; else empty */
            reason: string;
            /** @example frp.example.com */
            server_address: string;
            /** @example 7000 */
            server_port: number;
            /**
             * @description The port that the frp server opens for this box
             * @example 20022
             */
            remote_port: number;
            /**
             * @description The box's own port behind it
             * @example 22
             */
            local_port: number;
            /** @description Whether a token is kept for it */
            has_token: boolean;
            /** @description When it came into this state */
            since: number;
        };
        /**
         * @description `closed`; `waiting` for the agent to say something; `starting` and `running` as frpc tells; `failed`, to be tried again
         *     by the agent; `missing`: there is no frpc on the box.
         * @enum {string}
         */
        TunnelState: "closed" | "waiting" | "starting" | "running" | "failed" | "missing";
        ReportMeasures: {
            /** @description The most phones in use at once */
            peak: number;
            /** @description How long phones were in use, added up, in milliseconds */
            use_ms: number;
            /** @description What was written into the operation log */
            operations: number;
            /** @description Phones lost while in use, and runs in which a phone failed */
            failures: number;
            /** @description Runs of scripts and tasks */
            tasks: number;
            /** @description Environments that were added */
            environments: number;
        };
        SystemReport: {
            /** @example Asia/Shanghai */
            time_zone: string;
            /** @description When figures were last summed up */
            rolled_at: number | null;
            /** @example 2026-11-01 */
            from: string;
            /** @example 2026-11-30 */
            to: string;
            totals: components["schemas"]["ReportMeasures"];
            /** @description Each day of the span, the first one first */
            days: (components["schemas"]["ReportMeasures"] & {
                /** @example 2026-11-21 */
                day: string;
            })[];
            /** @description Of the first rows of the page, at most six: use_ms of each day of the span. Empty where a row is a day */
            lines: {
                /** @description Of the row */
                id: number;
                use_ms: number[];
            }[];
            items: (components["schemas"]["ReportMeasures"] & {
                /** @description Of the person, or the place of day or market in the calendar or the contract */
                id: number;
                /** @description Where a row is a day */
                day: string | null;
                /** @description Where a row is a person; null for those whom no agent has */
                user: components["schemas"]["Person"] | null;
                role: components["schemas"]["Role"] | null;
                /** @description Where a row is a market; null for what belongs to none */
                market: components["schemas"]["Market"] | null;
            })[];
            /** @description Rows without the page */
            total: number;
        };
        IpReportRow: {
            /** @description The phone's */
            id: number;
            /** @example B01-04 */
            name: string;
            serial: string;
            status: components["schemas"]["DeviceStatus"];
            /** @description A code of config/region */
            region: string;
            box_id: number;
            box_name: string;
            owner_id: number;
            owner_name: string;
            /** @example 104.28.12.7 */
            address: string;
            country: components["schemas"]["AddressCountry"];
            isp: components["schemas"]["AddressIsp"];
            /** @description Since when it has been seen with this address */
            since: number;
            /** @description Other phones of the whole fleet with the same address, at most 100 of them */
            shared_with: number;
            /** @description The one that is open on the phone */
            environment: {
                id: number;
                name: string;
                market: components["schemas"]["Market"];
            } | null;
            /** @description Whether another phone has this address and an environment of the same market open */
            shared_in_market: boolean;
        };
        DashboardSummary: {
            /** @description When this was so */
            at: number;
            phones: number;
            /** @description States without phones are left out */
            statuses: {
                status: components["schemas"]["DeviceStatus"];
                phones: number;
            }[];
            boxes: {
                /** @description Null for those who may not list boxes */
                total: number | null;
                online: number | null;
                /** @description At most twelve, those that are away first */
                items: {
                    id: number;
                    name: string;
                    online: boolean;
                    slots: number;
                    /** @description Those of the caller and everyone below, by their slots, up to the hundredth */
                    phones: {
                        id: number;
                        slot: number;
                        name: string;
                        status: components["schemas"]["DeviceStatus"];
                    }[];
                }[];
            };
            /** @description The caller and everyone below; null for those who may not list users */
            people: number | null;
            /** @description Runs of scripts and tasks today, in the reports' time zone; null for those who may not list tasks */
            runs: {
                total: number;
                /** @description Those that go on */
                running: number;
                /** @description Those in which a phone failed */
                failed: number;
            } | null;
            /** @description The last 24 hours, the present one last */
            use: {
                /** @description When it began */
                hour: number;
                /** @description The most phones in use at once */
                peak: number;
            }[];
            /** @description People whose subscription ends within 14 days, the next ones first */
            expiring: {
                total: number;
                items: {
                    id: number;
                    user_name: string;
                    role: components["schemas"]["Role"];
                    /** @description Unix time in seconds */
                    ends_at: number;
                }[];
            };
            /** @description What was done last; null for those who may not read the operation log */
            recent: {
                id: number;
                at: number;
                /** @description Null where the server did it */
                user_id: number | null;
                user_name: string;
                /** @example control.take */
                action: string;
                /** @example device:12 */
                target: string;
            }[] | null;
        };
        /** @description Unix time in milliseconds */
        Time: number;
        /**
         * @description Surrounding space is ignored
         * @example shop-07
         */
        EnvironmentName: string;
        /**
         * @description What it signs in to the marketplace with
         * @example seller@example.com
         */
        EnvironmentAccount: string;
        /** @description Ids of groups of the same market */
        EnvironmentTags: number[];
        /**
         * @description A code of config/region; empty where it does not matter
         * @example us-west
         */
        EnvironmentRegion: string;
        /**
         * @description Of the IANA database; empty for the region's
         * @example America/Los_Angeles
         */
        EnvironmentTimezone: string;
        /**
         * @description A BCP 47 tag; empty for the region's
         * @example en-US
         */
        EnvironmentLanguage: string;
        /** @description Plain text, with line breaks */
        EnvironmentNote: string;
        /** @enum {string} */
        ProxyType: "http" | "https" | "socks5";
        ProxyInput: {
            type: components["schemas"]["ProxyType"];
            /**
             * @description A name or an address
             * @example gw.proxy.example
             */
            host: string;
            port: number;
            user_name?: string;
            /** @description Never answered; empty removes it */
            password?: string;
        };
        Proxy: {
            type: components["schemas"]["ProxyType"];
            host: string;
            port: number;
            user_name: string;
            has_password: boolean;
        };
        Environment: {
            id: number;
            market: components["schemas"]["Market"];
            name: string;
            account: string;
            owner_id: number;
            owner_name: string;
            /** @description The groups it is in */
            tags: number[];
            region: string;
            proxy: components["schemas"]["Proxy"] | null;
            timezone: string;
            language: string;
            /** @description The phone that it is open on */
            device_id: number | null;
            device_name: string | null;
            last_opened_at: number | null;
            /** @description Its saved app data; null where it was never closed */
            record: {
                /** @description Bytes */
                size: number;
                saved_at: number;
            } | null;
            note: string;
            created_at: number;
            updated_at: number;
        };
        /** @description The filters of environment/list */
        EnvironmentFilter: {
            keyword?: string;
            owner_id?: number;
            tag?: number;
            region?: string;
            open?: boolean;
            created_from?: components["schemas"]["Time"];
            created_to?: components["schemas"]["Time"];
            opened_from?: components["schemas"]["Time"];
            opened_to?: components["schemas"]["Time"];
        };
        /** @description The filters of environment/trash */
        TrashFilter: {
            keyword?: string;
        };
        TrashedEnvironment: {
            id: number;
            market: components["schemas"]["Market"];
            name: string;
            account: string;
            owner_id: number;
            owner_name: string;
            tags: number[];
            region: string;
            record: {
                /** @description Bytes */
                size: number;
                saved_at: number;
            } | null;
            note: string;
            /** @description When it was deleted */
            trashed_at: number;
            trashed_by_name: string;
            /** @description When it will be removed for ever */
            kept_until: number;
        };
        /** @description One environment as text, the way a file has it; what it may be is checked line by line */
        EnvironmentLine: {
            /** @description What the answer calls it */
            line: number;
            name?: string;
            account?: string;
            /** @description A user name of the team */
            owner?: string;
            /** @description Names of groups, with `|` between them */
            groups?: string;
            region?: string;
            proxy_type?: string;
            proxy_host?: string;
            proxy_port?: string;
            proxy_user?: string;
            proxy_password?: string;
            timezone?: string;
            language?: string;
            note?: string;
        };
        /**
         * @description Without `|`, which stands between names in files
         * @example 北美一组
         */
        GroupName: string;
        /**
         * @description As #rrggbb; #2d72d2 unless it says otherwise
         * @example #2d72d2
         */
        GroupColour: string;
        EnvironmentGroup: {
            id: number;
            market: components["schemas"]["Market"];
            name: string;
            colour: components["schemas"]["GroupColour"];
            /** @description Its place, from 0 */
            position: number;
            owner_id: number;
            owner_name: string;
            /** @description Environments in it that the caller may see */
            environment_count: number;
            created_at: number;
        };
        /**
         * @description Some of a batch may have been refused: then it is `partial`
         * @enum {string}
         */
        LogResult: "ok" | "partial" | "failed";
        LogEntry: {
            /** @description Counts up without a gap */
            id: number;
            at: number;
            /** @description Null where the server did it */
            user_id: number | null;
            /** @description The name at that time; empty where the server did it */
            user_name: string;
            /** @example box.add */
            action: string;
            /** @example box */
            target_kind: string;
            /** @example 7 */
            target_id: string;
            /** @description What it was called then; of a batch, the first 20, in log/detail all; empty where it has no name */
            target_name: string;
            /** @description From where; empty where the server did it */
            ip: string;
            result: components["schemas"]["LogResult"];
            /** @description Whether log/detail tells what was changed */
            has_detail: boolean;
            /**
             * @description Whether log/undo can undo it still, has undone it, or is too late; null where the caller never could
             * @enum {string|null}
             */
            undo: "open" | "done" | "over" | null;
        };
        LogDetail: {
            entry: components["schemas"]["LogEntry"];
            /** @description Of a batch, all that it was done to; else empty */
            target_ids: number[];
            /** @description The fields that changed */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The same fields as they are since */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description SHA-256 of the entry before */
            previous_hash: string;
            /** @description SHA-256 over this entry and previous_hash */
            hash: string;
        };
        LogVerdict: {
            /** @description Entries read */
            checked: number;
            /** @description Whether no gap was found */
            whole: boolean;
            /** @description The first twenty */
            gaps: {
                /** @description The last entry before the gap; 0 where there is none */
                after_id: number;
                /** @description The entry at which it shows */
                id: number;
                /** @description When that one was written; 0 where only a receipt knows of it */
                at: number;
                /**
                 * @description Entries are missing before it, it was altered, or its predecessor was replaced
                 * @enum {string}
                 */
                kind: "missing" | "altered" | "unchained";
            }[];
            /** @description The newest entry; null where there is none */
            head: {
                id: number;
                hash: string;
            } | null;
        };
        /**
         * @description `uploading` until all of it is here; `checking` while its checksum is computed; `damaged`: it can not be read any more
         * @enum {string}
         */
        FileStatus: "uploading" | "checking" | "ready" | "damaged";
        /**
         * @description No `/`, no `\`, no control characters
         * @example shop.apk
         */
        FileName: string;
        StoredFile: {
            id: number;
            /** @example shop.apk */
            name: string;
            note: string;
            /** @description Bytes */
            size: number;
            /** @description Bytes of it that are here */
            received: number;
            status: components["schemas"]["FileStatus"];
            /** @description In hexadecimal digits; null until it is computed */
            sha256: string | null;
            owner_id: number;
            owner_name: string;
            created_at: number;
            completed_at: number | null;
            /** @description When an unfinished upload is forgotten */
            expires_at: number | null;
        };
        /** @example 清理缓存 */
        ServiceName: string;
        /** @description The script reads its value from an environment variable of this name */
        ScriptParameter: {
            /** @example PACKAGE */
            name: string;
            /**
             * @description What people are asked for
             * @default
             */
            label: string;
            /**
             * @description What is taken where no value is given
             * @default
             */
            default: string;
            /** @default false */
            required: boolean;
        };
        /** @description By the parameter's name; whatever stands in a value, it is never read as shell */
        ParameterValues: {
            [key: string]: string;
        };
        /**
         * @description Which phones, among those that whoever starts it may see: one of these. They are looked up when a run begins, at most
         *     10,000.
         */
        Targets: {
            device_ids?: components["schemas"]["Ids"];
            box_ids?: number[];
            /** @description Whose phones */
            owner_ids?: number[];
            /** @description All phones that match; empty means all phones */
            filter?: {
                /** @description Part of the name, serial number or egress address */
                keyword?: string;
                region?: string;
            };
        };
        /** @description A script with its values, or an action with what it is about; one of the two */
        TaskWork: {
            script_id?: number;
            values?: components["schemas"]["ParameterValues"];
            action?: components["schemas"]["PhoneAction"];
            file_id?: components["schemas"]["ActionFile"];
            package?: components["schemas"]["PackageName"];
        };
        /** @description Once, or again and again; one of the two */
        Schedule: {
            /** @description Unix time in milliseconds */
            once_at?: number;
            /**
             * @description Minute, hour, day of the month, month, day of the week
             * @example 30 9 * * 1-5
             */
            cron?: string;
            /**
             * @description IANA; whose clock the cron expression means
             * @example Asia/Shanghai
             */
            timezone: string;
        };
        Script: {
            id: number;
            name: string;
            description: string;
            body: string;
            parameters: {
                name: string;
                label: string;
                default: string;
                required: boolean;
            }[];
            /** @description Timed tasks that use it */
            task_count: number;
            created_by_name: string;
            created_at: number;
            updated_at: number;
        };
        Task: {
            id: number;
            name: string;
            note: string;
            work: components["schemas"]["TaskWork"];
            script_name: string | null;
            targets: components["schemas"]["Targets"];
            schedule: components["schemas"]["Schedule"];
            timeout_seconds: number;
            concurrency: number;
            enabled: boolean;
            next_run_at: number | null;
            last_run_id: number | null;
            last_run_state: components["schemas"]["JobState"] | null;
            last_run_at: number | null;
            created_at: number;
            updated_at: number;
        };
        /**
         * @description `skipped`: its time came while the run before went on, or no server ran, or no phone matched
         * @enum {string}
         */
        JobState: "waiting" | "running" | "done" | "cancelled" | "skipped";
        /** @enum {string} */
        JobPartState: "waiting" | "running" | "succeeded" | "failed" | "timed_out" | "cancelled";
        Job: {
            id: number;
            /** @description Null where it was started by hand */
            task_id: number | null;
            script_id: number | null;
            /** @description The job whose failed parts it takes up again */
            retry_of: number | null;
            /** @description Of the script or task, as it was called then; of an action by hand the file or the package, or empty */
            name: string;
            action: components["schemas"]["RunAction"];
            arguments: components["schemas"]["ActionArguments"];
            state: components["schemas"]["JobState"];
            /** @description Why it was skipped; else empty */
            reason: string;
            timeout_seconds: number;
            concurrency: number;
            created_by_name: string;
            created_at: number;
            started_at: number | null;
            /** @description Null while it goes on */
            ended_at: number | null;
            /** @description Phones or environments */
            total: number;
            succeeded: number;
            /** @description Timed out included */
            failed: number;
            cancelled: number;
            running: number;
        };
        /** @description A phone of a job; or an environment, which has a phone once it has begun */
        JobPart: {
            id: number;
            device_id: number | null;
            device_name: string | null;
            /** @description Of the phone as it is now; null where there is none */
            device_status: components["schemas"]["DeviceStatus"] | null;
            /** @description Null once it is deleted */
            environment_id: number | null;
            /** @description Null where the job is on phones */
            environment_name: string | null;
            state: components["schemas"]["JobPartState"];
            started_at: number | null;
            ended_at: number | null;
            /** @description Of the script; null where it did not come to one */
            exit_code: number | null;
            /** @description Why it failed, where the script did not say; else empty */
            reason: string;
            /** @description Characters */
            output_length: number;
            /** @description Whether there was more output than the 262144 characters that are kept */
            truncated: boolean;
            /** @description The file that came of it, as of a screenshot; null once it is deleted */
            file_id: number | null;
        };
        PartOutput: {
            part: components["schemas"]["JobPart"];
            /** @description Where `output` begins */
            offset: number;
            /** @description Standard output and standard error */
            output: string;
        };
        ShellResult: {
            /** @enum {string} */
            ending: "exited" | "timed_out" | "cancelled" | "failed";
            exit_code: number | null;
            /** @description Standard output and standard error */
            output: string;
            truncated: boolean;
            /** @description Why it failed; else empty */
            message: string;
        };
    };
    responses: {
        /** @description Done; there is nothing to answer */
        Done: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    code: components["schemas"]["SuccessCode"];
                    message: string;
                    data: null;
                };
            };
        };
        /** @description The job has begun */
        JobBegun: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    code: components["schemas"]["SuccessCode"];
                    message: string;
                    data: {
                        /** @description See job/detail */
                        job_id: number;
                        /** @description Ids that were left out: there are none such, or the caller may not see them */
                        missing: number[];
                    };
                };
            };
        };
        /** @description A file, UTF-8 with a byte order mark; its first line names the columns in the language of X-Language */
        CsvFile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/csv": string;
            };
        };
        /** @description The file as it was uploaded */
        StoredBytes: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/octet-stream": string;
            };
        };
        /** @description A failure; its code says which */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description Rows a page */
        limit: number;
        /** @description Rows to pass over */
        skip: number;
        /** @description next_cursor of the page before; the first page without it */
        cursor: string;
        /** @description Only what this user did */
        logUserId: number;
        /** @description Only what users did whose name has this in it */
        logUserName: string;
        /** @description Only these, as in `box.add` */
        logAction: string[];
        /** @description Only what was done to such, as in `box` */
        logTargetKind: string;
        /** @description Only what was done to this one, alone or in a batch; with target_kind, to the one of that kind */
        logTargetId: string;
        /** @description Part of what it was called, or one of those of a batch */
        logTargetName: string;
        /** @description Only what came from this address */
        logIp: string;
        /** @description Only with this outcome */
        logResult: components["schemas"]["LogResult"];
        /** @description Not before this time */
        logFrom: number;
        /** @description Before this time */
        logTo: number;
        /** @description Oldest or newest first */
        logSort: "at" | "-at";
        /** @description A field, ascending; with `-` before it descending */
        userSort: "id" | "-id" | "user_name" | "-user_name" | "role" | "-role" | "thread_number" | "-thread_number" | "expires_at" | "-expires_at" | "created_at" | "-created_at" | "last_login_at" | "-last_login_at";
        /** @description Only these roles */
        userRole: components["schemas"]["Role"][];
        /** @description Part of the name */
        userName: string;
        /** @description Only enabled ones, or only disabled ones */
        userEnabled: boolean;
        /** @description Only those whose service is so */
        userService: components["schemas"]["ServiceState"][];
        /** @description Only those right below this user */
        userParent: number;
        /** @description A field, ascending; with `-` before it descending */
        deviceSort: "name" | "-name" | "status" | "-status" | "serial" | "-serial" | "model" | "-model" | "android_version" | "-android_version" | "region" | "-region" | "battery" | "-battery" | "last_seen_at" | "-last_seen_at";
        /** @description Only this phone */
        deviceId: number;
        /** @description Part of the name, serial number or egress address */
        deviceKeyword: string;
        /** @description Only these states */
        deviceStatus: components["schemas"]["DeviceStatus"][];
        /** @description Only phones of this box */
        deviceBox: number;
        /** @description Only phones of this region */
        deviceRegion: string;
        /** @description Only phones of this user itself */
        deviceOwner: number;
        /** @description Only phones on which an environment of this group is open */
        deviceTag: number;
        /** @description Only phones that somebody holds; or only others */
        deviceInUse: boolean;
        /** @description Last seen then or later, Unix time in milliseconds */
        deviceSeenFrom: number;
        /** @description Last seen then or earlier, Unix time in milliseconds */
        deviceSeenUntil: number;
        /** @description First day; 29 days before the last one where left out */
        reportFrom: string;
        /** @description Last day, itself included and at most 366 days with the first; today where left out */
        reportTo: string;
        /** @description What a row is */
        reportGroup: "day" | "user" | "agent" | "market";
        /** @description Only this user */
        reportUser: number;
        /** @description Only this agent and everyone below */
        reportAgent: number;
        /** @description Only what belongs to this market */
        reportMarket: components["schemas"]["Market"];
        /** @description `key` is the day, the name or the market */
        reportSort: "key" | "-key" | "peak" | "-peak" | "use_ms" | "-use_ms" | "operations" | "-operations" | "failures" | "-failures" | "tasks" | "-tasks" | "environments" | "-environments";
        /** @description A field, ascending; with `-` before it descending */
        ipSort: "address" | "-address" | "since" | "-since" | "name" | "-name";
        /** @description Part of the address, or of the phone's name or serial number */
        ipKeyword: string;
        /** @description Only addresses that several phones have; what changed in the last minute may be missing */
        ipShared: boolean;
        environmentMarket: components["schemas"]["Market"];
        /** @description A field, ascending; with `-` before it descending */
        environmentSort: "name" | "-name" | "account" | "-account" | "region" | "-region" | "last_opened_at" | "-last_opened_at" | "created_at" | "-created_at" | "updated_at" | "-updated_at";
        /** @description Only this environment */
        environmentId: number;
        /** @description Part of the name or account */
        environmentKeyword: string;
        /** @description Only this user's */
        environmentOwner: number;
        /** @description Only those in this group */
        environmentTag: number;
        /** @description Only those of this region */
        environmentRegion: string;
        /** @description Only those that are open on a phone, or only the others */
        environmentOpen: boolean;
        /** @description Only those added then or later */
        environmentCreatedFrom: components["schemas"]["Time"];
        /** @description Only those added before */
        environmentCreatedTo: components["schemas"]["Time"];
        /** @description Only those last opened then or later */
        environmentOpenedFrom: components["schemas"]["Time"];
        /** @description Only those last opened before */
        environmentOpenedTo: components["schemas"]["Time"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    userCaptcha: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The captcha */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Captcha"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Surrounding space is ignored
                     * @example manager
                     */
                    user_name: string;
                    password: string;
                    /** @description From user/captcha; not needed where the captcha is switched off */
                    captcha_id?: string;
                    /** @description What the picture shows */
                    captcha_val?: string;
                };
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /** @description Opaque; the server keeps only its hash */
                            token: string;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userLogout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    userInfo: {
        parameters: {
            query?: {
                /** @description The session token where no X-Token is sent */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["SessionInfo"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userList: {
        parameters: {
            query?: {
                /** @description Only this user */
                id?: number;
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Whether device_count is wanted */
                show_device?: boolean;
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["userSort"];
                /** @description Only these roles */
                role?: components["parameters"]["userRole"];
                /** @description Part of the name */
                user_name?: components["parameters"]["userName"];
                /** @description Only enabled ones, or only disabled ones */
                enabled?: components["parameters"]["userEnabled"];
                /** @description Only those whose service is so */
                service?: components["parameters"]["userService"];
                /** @description Only those right below this user */
                parent_id?: components["parameters"]["userParent"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["User"][];
                            next_cursor: string | null;
                            /** @description Users that match the filters */
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userRegister: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user_name: components["schemas"]["NewUserName"];
                    password: components["schemas"]["NewPassword"];
                    /**
                     * @description From user/invitecode
                     * @example K7XM2PQR9A
                     */
                    invite_code: string;
                    /** @description From user/captcha; not needed where the captcha is switched off */
                    captcha_id?: string;
                    /** @description What the picture shows */
                    captcha_val?: string;
                };
            };
        };
        responses: {
            /** @description Registered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            id: number;
                            user_name: string;
                            role: components["schemas"]["Role"];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userPwdModify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    old_password: string;
                    new_password: components["schemas"]["NewPassword"];
                };
            };
        };
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    userContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["ContactCard"] | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userInviteCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /** @example K7XM2PQR9A */
                            invite_code: string;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userMessageList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                /** @description Only read ones, or only unread ones */
                confirm?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["SiteMessage"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userMessageConfirm: {
        parameters: {
            query: {
                /** @description The message */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["SiteMessage"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userMessageSend: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Plain text, with line breaks
                     * @example 今晚 22:00 维护
                     */
                    msg_text: string;
                    /** @description One of the two */
                    to: {
                        user_ids?: number[];
                        roles?: components["schemas"]["Role"][];
                    };
                };
            };
        };
        responses: {
            /** @description Sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /** @description The message */
                            id: number;
                            /** @description Recipients */
                            count: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    user_name: components["schemas"]["NewUserName"];
                    /** @description Required of everybody but security */
                    password?: components["schemas"]["NewPassword"];
                    role: components["schemas"]["Role"];
                    /** @description Who is right above it */
                    parent_id?: number;
                    modules?: components["schemas"]["Market"][];
                    /** @description Phones it may use at once */
                    thread_number?: number;
                    /** @description When its service ends; null where it has none */
                    expires_at?: number | null;
                    contact_name?: string;
                    phone?: string;
                    email?: string;
                    note?: string;
                    /** @description A picture's address; empty where there is none */
                    avatar?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["User"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The user */
                    id: number;
                    modules?: components["schemas"]["Market"][];
                    /** @description Phones it may use at once */
                    thread_number?: number;
                    /** @description When its service ends; null where it has none */
                    expires_at?: number | null;
                    contact_name?: string;
                    phone?: string;
                    email?: string;
                    note?: string;
                    /** @description A picture's address; empty where there is none */
                    avatar?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["User"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["UserFilter"];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userSwitch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["UserFilter"];
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userRenew: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["UserFilter"];
                    days: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    userPwdReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The user */
                    id: number;
                    new_password: components["schemas"]["NewPassword"];
                };
            };
        };
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    userExport: {
        parameters: {
            query?: {
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["userSort"];
                /** @description Only these roles */
                role?: components["parameters"]["userRole"];
                /** @description Part of the name */
                user_name?: components["parameters"]["userName"];
                /** @description Only enabled ones, or only disabled ones */
                enabled?: components["parameters"]["userEnabled"];
                /** @description Only those whose service is so */
                service?: components["parameters"]["userService"];
                /** @description Only those right below this user */
                parent_id?: components["parameters"]["userParent"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CsvFile"];
            default: components["responses"]["Failure"];
        };
    };
    deviceList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["deviceSort"];
                /** @description Only this phone */
                id?: components["parameters"]["deviceId"];
                /** @description Part of the name, serial number or egress address */
                keyword?: components["parameters"]["deviceKeyword"];
                /** @description Only these states */
                status?: components["parameters"]["deviceStatus"];
                /** @description Only phones of this box */
                box_id?: components["parameters"]["deviceBox"];
                /** @description Only phones of this region */
                region?: components["parameters"]["deviceRegion"];
                /** @description Only phones of this user itself */
                owner_id?: components["parameters"]["deviceOwner"];
                /** @description Only phones on which an environment of this group is open */
                tag?: components["parameters"]["deviceTag"];
                /** @description Only phones that somebody holds; or only others */
                in_use?: components["parameters"]["deviceInUse"];
                /** @description Last seen then or later, Unix time in milliseconds */
                seen_from?: components["parameters"]["deviceSeenFrom"];
                /** @description Last seen then or earlier, Unix time in milliseconds */
                seen_until?: components["parameters"]["deviceSeenUntil"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Phones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Device"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceListByCursor: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["deviceSort"];
                /** @description Only this phone */
                id?: components["parameters"]["deviceId"];
                /** @description Part of the name, serial number or egress address */
                keyword?: components["parameters"]["deviceKeyword"];
                /** @description Only these states */
                status?: components["parameters"]["deviceStatus"];
                /** @description Only phones of this box */
                box_id?: components["parameters"]["deviceBox"];
                /** @description Only phones of this region */
                region?: components["parameters"]["deviceRegion"];
                /** @description Only phones of this user itself */
                owner_id?: components["parameters"]["deviceOwner"];
                /** @description Only phones on which an environment of this group is open */
                tag?: components["parameters"]["deviceTag"];
                /** @description Only phones that somebody holds; or only others */
                in_use?: components["parameters"]["deviceInUse"];
                /** @description Last seen then or later, Unix time in milliseconds */
                seen_from?: components["parameters"]["deviceSeenFrom"];
                /** @description Last seen then or earlier, Unix time in milliseconds */
                seen_until?: components["parameters"]["deviceSeenUntil"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of phones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Device"][];
                            next_cursor: string | null;
                            /** @description Phones that match the filters */
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceExport: {
        parameters: {
            query?: {
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["deviceSort"];
                /** @description Part of the name, serial number or egress address */
                keyword?: components["parameters"]["deviceKeyword"];
                /** @description Only these states */
                status?: components["parameters"]["deviceStatus"];
                /** @description Only phones of this box */
                box_id?: components["parameters"]["deviceBox"];
                /** @description Only phones of this region */
                region?: components["parameters"]["deviceRegion"];
                /** @description Only phones of this user itself */
                owner_id?: components["parameters"]["deviceOwner"];
                /** @description Only phones on which an environment of this group is open */
                tag?: components["parameters"]["deviceTag"];
                /** @description Only phones that somebody holds; or only others */
                in_use?: components["parameters"]["deviceInUse"];
                /** @description Last seen then or later, Unix time in milliseconds */
                seen_from?: components["parameters"]["deviceSeenFrom"];
                /** @description Last seen then or earlier, Unix time in milliseconds */
                seen_until?: components["parameters"]["deviceSeenUntil"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CsvFile"];
            default: components["responses"]["Failure"];
        };
    };
    deviceEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description This phone */
                    id?: number;
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["DeviceMatching"];
                    /** @example B01-04 */
                    name?: string;
                    note?: string;
                    /** @description An agent, manager or element among the caller and everyone below */
                    owner_id?: number;
                    start_settings?: components["schemas"]["StartSettings"];
                };
            };
        };
        responses: {
            /** @description What it came to for each phone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description This phone */
                    id?: number;
                    ids?: components["schemas"]["PhoneIds"];
                };
            };
        };
        responses: {
            /** @description What it came to for each phone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceRecover: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description This phone */
                    id?: number;
                    ids?: components["schemas"]["PhoneIds"];
                };
            };
        };
        responses: {
            /** @description What it came to for each phone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceChangeIp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description This phone */
                    id?: number;
                    ids?: components["schemas"]["PhoneIds"];
                };
            };
        };
        responses: {
            /** @description What it came to for each phone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceMaintain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description This phone */
                    id?: number;
                    ids?: components["schemas"]["PhoneIds"];
                    /** @description Whether maintenance begins or ends */
                    on: boolean;
                    /**
                     * @description Why, for everybody who sees the phone
                     * @default
                     */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description What it came to for each phone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["DeviceMatching"];
                    action: components["schemas"]["DeviceAction"];
                    file_id?: components["schemas"]["ActionFile"];
                    package?: components["schemas"]["PackageName"];
                    /**
                     * @description What a phone's shell runs
                     * @example getprop ro.product.model
                     */
                    command?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["JobBegun"];
            default: components["responses"]["Failure"];
        };
    };
    deviceCare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["DeviceMatching"];
                    action: components["schemas"]["CareAction"];
                };
            };
        };
        responses: {
            200: components["responses"]["JobBegun"];
            default: components["responses"]["Failure"];
        };
    };
    deviceApps: {
        parameters: {
            query: {
                /** @description The phone */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["PhoneApp"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceFreed: {
        parameters: {
            query: {
                /** @description The phone */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What has begun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Freed"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceStartSettings: {
        parameters: {
            query: {
                /** @description The phone */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["StartSettings"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceThread: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["DeviceCounts"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceStreamPoint: {
        parameters: {
            query: {
                /** @description The phone */
                id: number;
                mode?: "control" | "observe";
                /** @description Take control from whoever holds it */
                take_over?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["StreamPoint"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceRemoteSession: {
        parameters: {
            query: {
                /** @description The phone */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The remote session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["RemoteSession"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceShell: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    /** @example getprop ro.product.model */
                    command: string;
                    /** @default 10 */
                    timeout_seconds?: number;
                };
            };
        };
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["ShellResult"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    deviceTerminalPoint: {
        parameters: {
            query: {
                /** @description The phone */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The relay */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["TerminalPoint"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    configStream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The presets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            presets: components["schemas"]["StreamPreset"][];
                            /** @example balanced */
                            default_preset: string;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    configRegion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The regions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Region"][];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    maintainNotify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notice; empty content where there is none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Notice"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    maintainEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Plain text
                     * @example 今晚 22:00 至 23:00 维护
                     */
                    content: string;
                };
            };
        };
        responses: {
            /** @description The notice as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Notice"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    maintainFrp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    box_id: number;
                    /** @description True opens the tunnel, false closes it */
                    enabled: boolean;
                    /**
                     * @description Host name or IP address of the frp server
                     * @example frp.example.com
                     */
                    server_address?: string;
                    /**
                     * @description Where the frp server listens for clients
                     * @example 7000
                     */
                    server_port?: number;
                    /** @description The frp server's token; empty for none */
                    token?: string;
                    /**
                     * @description The port that the frp server opens for this box
                     * @example 20022
                     */
                    remote_port?: number;
                    /**
                     * @description The box's own port behind it; 22 at first
                     * @example 22
                     */
                    local_port?: number;
                };
            };
        };
        responses: {
            /** @description The tunnel as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Tunnel"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    boxList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                sort?: "name" | "-name" | "code" | "-code" | "region" | "-region" | "online" | "-online" | "last_seen_at" | "-last_seen_at" | "created_at" | "-created_at";
                /** @description Only this box */
                id?: number;
                /** @description Part of the name, code or address */
                keyword?: string;
                /** @description Only those whose agent is there, or is not */
                online?: boolean;
                /** @description Only boxes of this region */
                region?: string;
                /** @description Only boxes of this user */
                owner_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Boxes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Box"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    boxAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBox"];
            };
        };
        responses: {
            /** @description The box and its enrolment token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BoxToken"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    boxAddUnversioned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBox"];
            };
        };
        responses: {
            /** @description The box and its enrolment token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BoxToken"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    boxEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    name?: components["schemas"]["BoxName"];
                    region?: components["schemas"]["BoxRegion"];
                    address?: components["schemas"]["BoxAddress"];
                    slots?: components["schemas"]["BoxSlots"];
                    owner_id?: components["schemas"]["BoxOwner"];
                    phone_owner_id?: components["schemas"]["BoxPhoneOwner"];
                    note?: components["schemas"]["Note"];
                };
            };
        };
        responses: {
            /** @description The box as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Box"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    boxDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                };
            };
        };
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    boxToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                };
            };
        };
        responses: {
            /** @description The box and its new token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BoxToken"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    boxEnrol: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enrolment_token: string;
                    agent_version: string;
                };
            };
        };
        responses: {
            /** @description Enrolled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            box_id: number;
                            name: string;
                            mqtt_config: components["schemas"]["MqttConfig"];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    dashboardSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["DashboardSummary"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    reportSystem: {
        parameters: {
            query?: {
                /** @description First day; 29 days before the last one where left out */
                from?: components["parameters"]["reportFrom"];
                /** @description Last day, itself included and at most 366 days with the first; today where left out */
                to?: components["parameters"]["reportTo"];
                /** @description What a row is */
                group?: components["parameters"]["reportGroup"];
                /** @description Only this user */
                user_id?: components["parameters"]["reportUser"];
                /** @description Only this agent and everyone below */
                agent_id?: components["parameters"]["reportAgent"];
                /** @description Only what belongs to this market */
                market?: components["parameters"]["reportMarket"];
                /** @description `key` is the day, the name or the market */
                sort?: components["parameters"]["reportSort"];
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["SystemReport"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    reportExport: {
        parameters: {
            query?: {
                /** @description First day; 29 days before the last one where left out */
                from?: components["parameters"]["reportFrom"];
                /** @description Last day, itself included and at most 366 days with the first; today where left out */
                to?: components["parameters"]["reportTo"];
                /** @description What a row is */
                group?: components["parameters"]["reportGroup"];
                /** @description Only this user */
                user_id?: components["parameters"]["reportUser"];
                /** @description Only this agent and everyone below */
                agent_id?: components["parameters"]["reportAgent"];
                /** @description Only what belongs to this market */
                market?: components["parameters"]["reportMarket"];
                /** @description `key` is the day, the name or the market */
                sort?: components["parameters"]["reportSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CsvFile"];
            default: components["responses"]["Failure"];
        };
    };
    reportIp: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["ipSort"];
                /** @description Part of the address, or of the phone's name or serial number */
                keyword?: components["parameters"]["ipKeyword"];
                /** @description Only phones of this box */
                box_id?: components["parameters"]["deviceBox"];
                /** @description Only addresses that several phones have; what changed in the last minute may be missing */
                shared?: components["parameters"]["ipShared"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["IpReportRow"][];
                            next_cursor: string | null;
                            /** @description Rows that match the filters */
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    reportIpExport: {
        parameters: {
            query?: {
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["ipSort"];
                /** @description Part of the address, or of the phone's name or serial number */
                keyword?: components["parameters"]["ipKeyword"];
                /** @description Only phones of this box */
                box_id?: components["parameters"]["deviceBox"];
                /** @description Only addresses that several phones have; what changed in the last minute may be missing */
                shared?: components["parameters"]["ipShared"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CsvFile"];
            default: components["responses"]["Failure"];
        };
    };
    environmentList: {
        parameters: {
            query: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["environmentSort"];
                /** @description Only this environment */
                id?: components["parameters"]["environmentId"];
                market: components["parameters"]["environmentMarket"];
                /** @description Part of the name or account */
                keyword?: components["parameters"]["environmentKeyword"];
                /** @description Only this user's */
                owner_id?: components["parameters"]["environmentOwner"];
                /** @description Only those in this group */
                tag?: components["parameters"]["environmentTag"];
                /** @description Only those of this region */
                region?: components["parameters"]["environmentRegion"];
                /** @description Only those that are open on a phone, or only the others */
                open?: components["parameters"]["environmentOpen"];
                /** @description Only those added then or later */
                created_from?: components["parameters"]["environmentCreatedFrom"];
                /** @description Only those added before */
                created_to?: components["parameters"]["environmentCreatedTo"];
                /** @description Only those last opened then or later */
                opened_from?: components["parameters"]["environmentOpenedFrom"];
                /** @description Only those last opened before */
                opened_to?: components["parameters"]["environmentOpenedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of environments */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Environment"][];
                            next_cursor: string | null;
                            /** @description Environments that match the filters */
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentExport: {
        parameters: {
            query: {
                /** @description A field, ascending; with `-` before it descending */
                sort?: components["parameters"]["environmentSort"];
                market: components["parameters"]["environmentMarket"];
                /** @description Part of the name or account */
                keyword?: components["parameters"]["environmentKeyword"];
                /** @description Only this user's */
                owner_id?: components["parameters"]["environmentOwner"];
                /** @description Only those in this group */
                tag?: components["parameters"]["environmentTag"];
                /** @description Only those of this region */
                region?: components["parameters"]["environmentRegion"];
                /** @description Only those that are open on a phone, or only the others */
                open?: components["parameters"]["environmentOpen"];
                /** @description Only those added then or later */
                created_from?: components["parameters"]["environmentCreatedFrom"];
                /** @description Only those added before */
                created_to?: components["parameters"]["environmentCreatedTo"];
                /** @description Only those last opened then or later */
                opened_from?: components["parameters"]["environmentOpenedFrom"];
                /** @description Only those last opened before */
                opened_to?: components["parameters"]["environmentOpenedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CsvFile"];
            default: components["responses"]["Failure"];
        };
    };
    environmentAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    name: components["schemas"]["EnvironmentName"];
                    account?: components["schemas"]["EnvironmentAccount"];
                    /** @description Who works with it, of the team; the caller unless it says otherwise */
                    owner_id?: number;
                    tags?: components["schemas"]["EnvironmentTags"];
                    region?: components["schemas"]["EnvironmentRegion"];
                    proxy?: components["schemas"]["ProxyInput"] | null;
                    timezone?: components["schemas"]["EnvironmentTimezone"];
                    language?: components["schemas"]["EnvironmentLanguage"];
                    note?: components["schemas"]["EnvironmentNote"];
                };
            };
        };
        responses: {
            /** @description The environment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Environment"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentBatchAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    /**
                     * @description The name, with `{n}` where the number goes
                     * @example shop-{n}
                     */
                    pattern: string;
                    /**
                     * @description The first number
                     * @default 1
                     */
                    start?: number;
                    /** @description How many */
                    count: number;
                    /**
                     * @description Digits a number has at least, with zeros before it
                     * @default 1
                     */
                    digits?: number;
                    account?: components["schemas"]["EnvironmentAccount"];
                    /** @description Who works with it, of the team; the caller unless it says otherwise */
                    owner_id?: number;
                    tags?: components["schemas"]["EnvironmentTags"];
                    region?: components["schemas"]["EnvironmentRegion"];
                    proxy?: components["schemas"]["ProxyInput"] | null;
                    timezone?: components["schemas"]["EnvironmentTimezone"];
                    language?: components["schemas"]["EnvironmentLanguage"];
                    note?: components["schemas"]["EnvironmentNote"];
                };
            };
        };
        responses: {
            /** @description How many were added */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            count: number;
                            ids: number[];
                            undo?: components["schemas"]["Undoable"];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["EnvironmentFilter"];
                    name?: components["schemas"]["EnvironmentName"];
                    account?: components["schemas"]["EnvironmentAccount"];
                    /** @description Who works with it, of the team; the caller unless it says otherwise */
                    owner_id?: number;
                    tags?: components["schemas"]["EnvironmentTags"];
                    region?: components["schemas"]["EnvironmentRegion"];
                    proxy?: components["schemas"]["ProxyInput"] | null;
                    timezone?: components["schemas"]["EnvironmentTimezone"];
                    language?: components["schemas"]["EnvironmentLanguage"];
                    note?: components["schemas"]["EnvironmentNote"];
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentMove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["EnvironmentFilter"];
                    /** @description Ids of groups of the same market */
                    tags: number[];
                    /**
                     * @default add
                     * @enum {string}
                     */
                    mode?: "add" | "replace" | "remove";
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentOpen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    /** @description On this phone */
                    device_id?: number;
                };
            };
        };
        responses: {
            /** @description The phone that it is being opened on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            device_id: number;
                            device_name: string;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentReopen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    /** @description On this phone */
                    device_id?: number;
                };
            };
        };
        responses: {
            /** @description The phone that it is being opened on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            device_id: number;
                            device_name: string;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentClose: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                };
            };
        };
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    environmentRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    action: components["schemas"]["EnvironmentAction"];
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["EnvironmentFilter"];
                };
            };
        };
        responses: {
            200: components["responses"]["JobBegun"];
            default: components["responses"]["Failure"];
        };
    };
    environmentRecords: {
        parameters: {
            query: {
                /** @description Its market */
                market: components["schemas"]["Market"];
                /** @description The environment */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["EnvironmentRecords"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    recordRestore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    environment_id: number;
                    record_id: number;
                };
            };
        };
        responses: {
            /** @description What has begun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["Restored"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentAssign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["EnvironmentFilter"];
                    owner_id: number;
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["EnvironmentFilter"];
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentTrash: {
        parameters: {
            query: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before; the first page without it */
                cursor?: components["parameters"]["cursor"];
                /** @description The market */
                market: components["schemas"]["Market"];
                /** @description Part of the name or account */
                keyword?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["TrashedEnvironment"][];
                            /** @description Null behind the last one */
                            next_cursor: string | null;
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentRestore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["TrashFilter"];
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentPurge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    ids?: components["schemas"]["Ids"];
                    matching?: components["schemas"]["TrashFilter"];
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    environmentImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    /**
                     * @description Only check
                     * @default false
                     */
                    dry_run?: boolean;
                    /** @description A CSV file, UTF-8, at most 10,000 lines */
                    csv?: string;
                    rows?: components["schemas"]["EnvironmentLine"][];
                };
            };
        };
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /** @description Lines */
                            total: number;
                            /** @description All, or 0 */
                            imported: number;
                            /** @description What is wrong, by line and field */
                            bad: {
                                /** @description Of the file, or as its row says */
                                line: number;
                                /** @description A field of EnvironmentLine */
                                field: string;
                                /** @description For people */
                                reason: string;
                            }[];
                            undo?: components["schemas"]["Undoable"];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    groupList: {
        parameters: {
            query: {
                market: components["parameters"]["environmentMarket"];
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["EnvironmentGroup"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    groupAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    market: components["schemas"]["Market"];
                    name: components["schemas"]["GroupName"];
                    colour?: components["schemas"]["GroupColour"];
                };
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["EnvironmentGroup"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    groupEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    name?: components["schemas"]["GroupName"];
                    colour?: components["schemas"]["GroupColour"];
                    /** @description Its place, from 0; those behind it make room */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["EnvironmentGroup"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    groupDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    logList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before; the first page without it */
                cursor?: components["parameters"]["cursor"];
                /** @description Only what this user did */
                user_id?: components["parameters"]["logUserId"];
                /** @description Only what users did whose name has this in it */
                user_name?: components["parameters"]["logUserName"];
                /** @description Only these, as in `box.add` */
                action?: components["parameters"]["logAction"];
                /** @description Only what was done to such, as in `box` */
                target_kind?: components["parameters"]["logTargetKind"];
                /** @description Only what was done to this one, alone or in a batch; with target_kind, to the one of that kind */
                target_id?: components["parameters"]["logTargetId"];
                /** @description Part of what it was called, or one of those of a batch */
                target_name?: components["parameters"]["logTargetName"];
                /** @description Only what came from this address */
                ip?: components["parameters"]["logIp"];
                /** @description Only with this outcome */
                result?: components["parameters"]["logResult"];
                /** @description Not before this time */
                from?: components["parameters"]["logFrom"];
                /** @description Before this time */
                to?: components["parameters"]["logTo"];
                /** @description Oldest or newest first */
                sort?: components["parameters"]["logSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["LogEntry"][];
                            /** @description Null behind the last entry */
                            next_cursor: string | null;
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    logDetail: {
        parameters: {
            query: {
                /** @description The entry */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["LogDetail"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    logExport: {
        parameters: {
            query?: {
                /** @description Only what this user did */
                user_id?: components["parameters"]["logUserId"];
                /** @description Only what users did whose name has this in it */
                user_name?: components["parameters"]["logUserName"];
                /** @description Only these, as in `box.add` */
                action?: components["parameters"]["logAction"];
                /** @description Only what was done to such, as in `box` */
                target_kind?: components["parameters"]["logTargetKind"];
                /** @description Only what was done to this one, alone or in a batch; with target_kind, to the one of that kind */
                target_id?: components["parameters"]["logTargetId"];
                /** @description Part of what it was called, or one of those of a batch */
                target_name?: components["parameters"]["logTargetName"];
                /** @description Only what came from this address */
                ip?: components["parameters"]["logIp"];
                /** @description Only with this outcome */
                result?: components["parameters"]["logResult"];
                /** @description Not before this time */
                from?: components["parameters"]["logFrom"];
                /** @description Before this time */
                to?: components["parameters"]["logTo"];
                /** @description Oldest or newest first */
                sort?: components["parameters"]["logSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CsvFile"];
            default: components["responses"]["Failure"];
        };
    };
    logUndo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its entry in the operation log */
                    id: number;
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    logVerify: {
        parameters: {
            query?: {
                /** @description Of a head that was written down */
                receipt_id?: number;
                /** @description The hash that goes with it */
                receipt_hash?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["LogVerdict"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fileList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                sort?: "name" | "-name" | "size" | "-size" | "created_at" | "-created_at";
                /** @description Part of the name or note */
                keyword?: string;
                /** @description Only these states */
                status?: components["schemas"]["FileStatus"][];
                /** @description Only files of this user */
                owner_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files, and how much of its quota the caller has used */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["StoredFile"][];
                            total: number;
                            /** @description Bytes of the caller's own files, unfinished ones at their full size */
                            used: number;
                            /** @description Bytes the caller may keep */
                            quota: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fileEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    name?: components["schemas"]["FileName"];
                    note?: components["schemas"]["Note"];
                };
            };
        };
        responses: {
            /** @description The file as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["StoredFile"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fileDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: components["schemas"]["Ids"];
                };
            };
        };
        responses: {
            /** @description What became of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fileLink: {
        parameters: {
            query: {
                /** @description The file */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /**
                             * @description On this origin, with its ticket
                             * @example /api/restful/v2/file/download?ticket=…
                             */
                            url: string;
                            expires_at: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    fileDownload: {
        parameters: {
            query: {
                /** @description From file/link */
                ticket: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["StoredBytes"];
            default: components["responses"]["Failure"];
        };
    };
    scriptList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                /** @description A field, ascending; with `-` before it descending */
                sort?: "name" | "-name" | "updated_at" | "-updated_at";
                /** @description Only this script */
                id?: number;
                /** @description Part of the name or description */
                keyword?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Scripts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Script"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    scriptAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: components["schemas"]["ServiceName"];
                    /** @default  */
                    description?: string;
                    /** @description A shell script; with its parameters at most 120000 bytes */
                    body: string;
                    /** @default [] */
                    parameters?: components["schemas"]["ScriptParameter"][];
                };
            };
        };
        responses: {
            /** @description The script */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            id: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    scriptEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    name: components["schemas"]["ServiceName"];
                    /** @default  */
                    description?: string;
                    /** @description A shell script; with its parameters at most 120000 bytes */
                    body: string;
                    /** @default [] */
                    parameters?: components["schemas"]["ScriptParameter"][];
                };
            };
        };
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    scriptDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: components["schemas"]["Ids"];
                };
            };
        };
        responses: {
            /** @description What came of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    scriptRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    targets: components["schemas"]["Targets"];
                    values?: components["schemas"]["ParameterValues"];
                    /**
                     * @description Seconds that each phone may take
                     * @default 300
                     */
                    timeout_seconds?: number;
                    /**
                     * @description Phones at once
                     * @default 20
                     */
                    concurrency?: number;
                };
            };
        };
        responses: {
            /** @description The job has begun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /** @description See job/detail */
                            job_id: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taskList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                /** @description A field, ascending; with `-` before it descending. What has no next run comes last */
                sort?: "name" | "-name" | "next_run_at" | "-next_run_at";
                /** @description Only this task */
                id?: number;
                /** @description Part of the name */
                keyword?: string;
                /** @description Only switched on, or only switched off */
                enabled?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Timed tasks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Task"][];
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taskAdd: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: components["schemas"]["ServiceName"];
                    /** @default  */
                    note?: string;
                    work: components["schemas"]["TaskWork"];
                    targets: components["schemas"]["Targets"];
                    schedule: components["schemas"]["Schedule"];
                    /**
                     * @description Seconds that each phone may take
                     * @default 300
                     */
                    timeout_seconds?: number;
                    /**
                     * @description Phones at once
                     * @default 20
                     */
                    concurrency?: number;
                    /** @default true */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The task */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            id: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taskEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    name: components["schemas"]["ServiceName"];
                    /** @default  */
                    note?: string;
                    work: components["schemas"]["TaskWork"];
                    targets: components["schemas"]["Targets"];
                    schedule: components["schemas"]["Schedule"];
                    /**
                     * @description Seconds that each phone may take
                     * @default 300
                     */
                    timeout_seconds?: number;
                    /**
                     * @description Phones at once
                     * @default 20
                     */
                    concurrency?: number;
                    /** @default true */
                    enabled?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    taskDel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: components["schemas"]["Ids"];
                };
            };
        };
        responses: {
            /** @description What came of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taskSwitch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: components["schemas"]["Ids"];
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description What came of each */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["BatchResults"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taskRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                };
            };
        };
        responses: {
            /** @description The job has begun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /** @description See job/detail */
                            job_id: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taskRuns: {
        parameters: {
            query: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description The task */
                id: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Job"][];
                            next_cursor: string | null;
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taskPreview: {
        parameters: {
            query: {
                /**
                 * @description Minute, hour, day of the month, month, day of the week
                 * @example 30 9 * * 1-5
                 */
                cron: string;
                /**
                 * @description IANA
                 * @example Asia/Shanghai
                 */
                timezone: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The next three times */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            runs: number[];
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    runDetail: {
        parameters: {
            query: {
                /** @description The job */
                id: number;
                /** @description The phone's part in it */
                part_id: number;
                /** @description Characters to pass over */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The output */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: components["schemas"]["PartOutput"];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    jobList: {
        parameters: {
            query?: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description next_cursor of the page before */
                cursor?: string;
                /** @description Only these states */
                state?: components["schemas"]["JobState"][];
                /** @description Only of this script */
                script_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            items: components["schemas"]["Job"][];
                            next_cursor: string | null;
                            total: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    jobDetail: {
        parameters: {
            query: {
                /** @description Rows a page */
                limit?: components["parameters"]["limit"];
                /** @description Rows to pass over */
                skip?: components["parameters"]["skip"];
                /** @description The job */
                id: number;
                /** @description Only parts in these states */
                part_state?: components["schemas"]["JobPartState"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            job: components["schemas"]["Job"];
                            /** @description Phones of all its parts that job/retry would recover: faulty ones of the caller and everyone below */
                            recoverable: number;
                            parts: {
                                items: components["schemas"]["JobPart"][];
                                total: number;
                            };
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    jobCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                };
            };
        };
        responses: {
            200: components["responses"]["Done"];
            default: components["responses"]["Failure"];
        };
    };
    jobRetry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                    /** @description Recover the faulty phones among them first */
                    recover?: boolean;
                };
            };
        };
        responses: {
            /** @description The new job has begun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: components["schemas"]["SuccessCode"];
                        message: string;
                        data: {
                            /** @description See job/detail */
                            job_id: number;
                        };
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
}
