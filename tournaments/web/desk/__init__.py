"""What the pages of the desk show, gathered and worded; the views only ask and answer."""
