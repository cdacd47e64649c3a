export const allowedRecipientsName = 'allowedRecipients';
export const allowedGroupsName = 'allowedGroups';
export const maxMessagesName = 'maxMessages';

/** The options that limit what is sent, and do not change it. */
export const guardNames = [allowedRecipientsName, allowedGroupsName, maxMessagesName] as const;
